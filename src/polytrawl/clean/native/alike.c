#include "alike.h"

#include <stdlib.h>

static const double LEAST_SHARE = .03; /* of the text outside of links; the groups that fitted the gold of their pages best had .04 or more */
enum { MOST_GROUPS = 40,  /* with the most text; the best of 20 fits the gold by .011 worse */
       HEAD = 40 };       /* elements before the first post in which its author and date are looked for, where nothing encloses it */

/* Elements with a key in common. One inside another of them does not count. */
typedef struct {
    int32_t number, size, end; /* end: of the last element */
    int32_t first_text, last_text;
    int64_t plain;
    int32_t rank; /* among those with most text, -1 for all others */
} Heap;

typedef struct {
    int32_t heap, element;
} Entry;

typedef struct {
    Tree *tree;
    Memory *memory;
    Sums sums;
    uint64_t *paths; /* of each element */
    Map heap_numbers;
    VECTOR(Heap) heaps;
    VECTOR(Entry) entries; /* in page order */
} Search;

static int32_t *new_sums(Search *search, int64_t size) { return TAKE(search->memory, int32_t, size + 1); }

static void sum_up(Search *search, const uint8_t *dates) {
    const Tree *tree = search->tree;
    int32_t *plain = new_sums(search, tree->texts.size), *linked = new_sums(search, tree->texts.size);
    int32_t *dated_texts = new_sums(search, tree->texts.size), *dated = new_sums(search, tree->nodes.size);
    int32_t *authors = new_sums(search, tree->nodes.size), *controls = new_sums(search, tree->nodes.size);
    for (int64_t n = 0; n < tree->texts.size; n++) {
        const Text *text = &tree->texts.at[n];
        plain[n + 1] = plain[n] + (text->is_linked ? 0 : text->characters);
        linked[n + 1] = linked[n] + (text->is_linked ? text->characters : 0);
        dated_texts[n + 1] = dated_texts[n] + dates[n];
    }
    for (int64_t n = 0; n < tree->nodes.size; n++) {
        int32_t tells = tree->nodes.at[n].tells;
        dated[n + 1] = dated[n] + !!(tells & IS_DATED);
        authors[n + 1] = authors[n] + !!(tells & IS_AUTHOR);
        controls[n + 1] = controls[n] + !!(tells & IS_CONTROL);
    }
    search->sums = (Sums){plain, linked, dated_texts, dated, authors, controls};
}

static void add_to_heap(Search *search, uint64_t key, int32_t element) {
    int32_t fresh = (int32_t)search->heaps.size, number = *map_at(search->memory, &search->heap_numbers, key, fresh);
    const Node *node = &search->tree->nodes.at[element];
    if (number == fresh) {
        Heap heap = {.number = number, .first_text = node->first_text, .rank = -1};
        PUSH(search->memory, &search->heaps, heap);
    }
    Heap *heap = &search->heaps.at[number];
    if (element < heap->end) return;
    heap->size++;
    heap->end = node->stop;
    heap->last_text = node->last_text;
    heap->plain += search->sums.plain[node->last_text] - search->sums.plain[node->first_text];
    PUSH(search->memory, &search->entries, (Entry){number, element});
}

/* Marks of words are no posts; posts in <span> occur. */
static bool marks_words(const Tree *tree, const Node *node) {
    if (node->kind < 0) return false;
    const Element_Kind *kind = &tree->tables->kinds[node->kind];
    return kind->flags & PHRASE && strcmp(kind->name, "span");
}

/* Puts each element with text under its keys; one without a name under its path of tags. */
static void heap_up(Search *search) {
    const Tree *tree = search->tree;
    for (int32_t element = 0; element < tree->nodes.size; element++) {
        const Node *node = &tree->nodes.at[element];
        const Look *look = &tree->looks.at[node->look];
        bool is_named = look->first_key < look->end_key;
        uint64_t above = node->parent >= 0 ? search->paths[node->parent] : 0;
        search->paths[element] = is_named ? tree->keys.at[look->first_key] : mixed(above + look->tag);
        if (node->last_text == node->first_text || marks_words(tree, node)) continue;
        if (!is_named) add_to_heap(search, search->paths[element], element);
        for (int32_t key = look->first_key; key < look->end_key; key++) add_to_heap(search, tree->keys.at[key], element);
    }
}

static int by_text(const void *one, const void *other) {
    const Heap *left = *(Heap *const *)one, *right = *(Heap *const *)other;
    if (left->plain != right->plain) return left->plain < right->plain ? 1 : -1;
    return left->number - right->number;
}

/* Gives ranks to those with most text; of those with the same text, the first one stays. Gives how many. */
static int32_t rank_heaps(Search *search) {
    Heap **order = TAKE(search->memory, Heap *, search->heaps.size);
    Map texts = {0};
    int32_t count = 0;
    double least = LEAST_SHARE * search->sums.plain[search->tree->texts.size];
    for (int32_t number = 0; number < search->heaps.size; number++) {
        Heap *heap = &search->heaps.at[number];
        if (!heap->plain || (double)heap->plain < least) continue;
        uint64_t text = mixed(mixed((uint64_t)heap->first_text << 32 | (uint32_t)heap->last_text) + (uint64_t)heap->plain);
        if (*map_at(search->memory, &texts, text, number) == number) order[count++] = heap;
    }
    qsort(order, (size_t)count, sizeof *order, by_text);
    if (count > MOST_GROUPS) count = MOST_GROUPS;
    for (int32_t rank = 0; rank < count; rank++) order[rank]->rank = rank;
    return count;
}

static uint64_t hash_of_texts(const Tree *tree, const Node *node) {
    const Strings *said = &tree->said;
    bool is_last = node->last_text == said->starts.size;
    int64_t begin = said->starts.at[node->first_text];
    int64_t end = is_last ? said->bytes.size : said->starts.at[node->last_text];
    return hash_of(said->bytes.at + begin, end - begin);
}

/* The largest element around one that holds no other member. */
static int32_t record_of(const Tree *tree, int32_t element, int32_t previous, int32_t following) {
    for (;;) {
        int32_t parent = tree->nodes.at[element].parent;
        if (parent <= previous || tree->nodes.at[parent].stop > following) return element;
        element = parent;
    }
}

/* Where author and date of each member may stand: in its record. Where this holds no other text (the row of a table, with
 * who and when in the row above), it is all since the last one. A member alone is its own record. */
static void find_surroundings(const Tree *tree, Member *members, int32_t size) {
    int32_t previous = 0;
    for (int32_t n = 0; n < size; n++) {
        int32_t element = members[n].element, before = n ? members[n - 1].element : -1;
        int32_t following = n + 1 < size ? members[n + 1].element : (int32_t)tree->nodes.size;
        int32_t record = size > 1 ? record_of(tree, element, before, following) : element;
        const Node *own = &tree->nodes.at[element], *around = &tree->nodes.at[record];
        bool is_bare = own->first_text == around->first_text && own->last_text == around->last_text;
        int32_t head = element - HEAD > previous ? element - HEAD : previous;
        members[n].start = is_bare ? head : record;
        members[n].stop = previous = around->stop;
    }
}

/* Makes a group of a heap, without elements whose text was there before. */
static void add_group(Search *search, const int32_t *elements, int32_t size, Candidates *found) {
    Map texts = {0};
    Alike group = {.first = (int32_t)found->members.size};
    for (int32_t n = 0; n < size; n++) {
        uint64_t text = hash_of_texts(search->tree, &search->tree->nodes.at[elements[n]]);
        if (*map_at(search->memory, &texts, text, n) == n) PUSH(search->memory, &found->members, (Member){.element = elements[n]});
    }
    group.end = (int32_t)found->members.size;
    Member *members = found->members.at + group.first;
    find_surroundings(search->tree, members, group.end - group.first);
    read_cues(search->tree, &search->sums, members, group.end - group.first, group.cues);
    PUSH(search->memory, &found->groups, group);
}

static void add_groups(Search *search, int32_t count, Candidates *found) {
    int32_t *starts = TAKE(search->memory, int32_t, count + 1), *filled = TAKE(search->memory, int32_t, count);
    for (int64_t n = 0; n < search->heaps.size; n++) {
        const Heap *heap = &search->heaps.at[n];
        if (heap->rank >= 0) starts[heap->rank + 1] = heap->size;
    }
    for (int32_t rank = 0; rank < count; rank++) starts[rank + 1] += starts[rank];
    int32_t *elements = TAKE(search->memory, int32_t, starts[count] + 1);
    for (int64_t n = 0; n < search->entries.size; n++) {
        int32_t rank = search->heaps.at[search->entries.at[n].heap].rank;
        if (rank >= 0) elements[starts[rank] + filled[rank]++] = search->entries.at[n].element;
    }
    for (int32_t rank = 0; rank < count; rank++)
        add_group(search, elements + starts[rank], starts[rank + 1] - starts[rank], found);
}

void find_candidates(Tree *tree, const uint8_t *dates, Candidates *found) {
    Search search = {.tree = tree, .memory = &tree->memory};
    search.paths = TAKE(search.memory, uint64_t, tree->nodes.size);
    sum_up(&search, dates);
    heap_up(&search);
    add_groups(&search, rank_heaps(&search), found);
}
