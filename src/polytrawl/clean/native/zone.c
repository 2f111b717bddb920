/* What tags, classes and ids say about the text inside an element. Only markup is read, never words of a language. */
#include "names.h"
#include "page.h"

enum { MIN_POSTS = 2 }; /* one alone is the article of a page that calls its articles posts */

static bool is_small(char letter) { return letter >= 'a' && letter <= 'z'; }

/* The number of a word, which is known from now on. */
static int32_t number_of(Page *page, Span word) {
    uint64_t hash = hash_of(word.at, span_size(word));
    int32_t fresh = (int32_t)page->words.size, number = *map_at(&page->memory, &page->word_numbers, hash, fresh);
    if (number == fresh) {
        char *copy = TAKE(&page->memory, char, span_size(word));
        memcpy(copy, word.at, (size_t)span_size(word));
        PUSH(&page->memory, &page->words, (Span){copy, copy + span_size(word)});
        PUSH(&page->memory, &page->word_hashes, hash);
    }
    return number;
}

static void add_word(Page *page, Zone *zone, Span word) {
    int32_t number = number_of(page, word);
    for (int32_t at = zone->words; at < page->own_words.size; at++)
        if (page->own_words.at[at] == number) return;
    PUSH(&page->memory, &page->own_words, number);
    zone->names += page->word_hashes.at[number]; /* the same in any order */
}

static void add_words(Page *page, Zone *zone, Span names) {
    while (names.at < names.end) {
        const char *begin = names.at;
        while (names.at < names.end && is_small(*names.at)) names.at++;
        if (names.at > begin) add_word(page, zone, (Span){begin, names.at});
        while (names.at < names.end && !is_small(*names.at)) names.at++;
    }
}

/* Reads what class and id tell; gives whether the element may hold a post. */
static bool read_own_names(Page *page, Zone *zone, Span classes, Span id) {
    Names names;
    read_names(&names, classes, id);
    add_words(page, zone, (Span){names.at, names.at + names.size});
    return told_by_names(page->tables, &names) & NAMES_POST;
}

/* The number of the path of tags that leads to an element. */
static int32_t path_of(Page *page, int32_t above, int32_t kind) {
    int32_t fresh = (int32_t)page->posts_of.size;
    uint64_t key = mixed((uint64_t)above << 16 | (uint64_t)(kind + 1));
    int32_t path = *map_at(&page->memory, &page->paths, key, fresh);
    if (path == fresh) {
        PUSH(&page->memory, &page->posts_of, 0);
        PUSH(&page->memory, &page->post_above, 0);
    }
    return path;
}

/* What attributes tell. */
typedef struct {
    Span classes, id, role;
    bool is_hidden;
} Told;

static Told told_by(Span attributes) {
    Span name, value;
    Told told = {.is_hidden = is_hidden(attributes)};
    while (next_attribute(&attributes, &name, &value)) {
        if (span_is(name, "class")) told.classes = value;
        if (span_is(name, "id")) told.id = value;
        if (span_is(name, "role")) told.role = value;
    }
    return told;
}

static Zone zone_inside(Page *page, const Element *element, const Zone *outer) {
    const Element_Kind *kind = &page->tables->kinds[element->kind];
    Told told = kind->flags & WHOLE_PAGE ? (Told){0} : told_by(element->attributes);
    Zone zone = {.path = path_of(page, outer->path, element->kind), .words = (int32_t)page->own_words.size};
    bool is_post = read_own_names(page, &zone, told.classes, told.id);
    zone.words_end = (int32_t)page->own_words.size;
    zone.kind = kind->kind >= 0 ? kind->kind : outer->kind;
    zone.level = kind->kind >= 0 ? kind->level : outer->level;
    /* A <p> in a list item is still a list item; in a table cell it says that the table is there for the layout. */
    if (kind->flags & PARAGRAPH && zone.kind == page->tables->cell) zone.kind = (int8_t)page->tables->text;
    zone.is_main = outer->is_main || kind->flags & MAIN || span_is(told.role, "main");
    bool is_noise = kind->flags & NOISE || is_listed(page->tables->noise_roles, told.role) || (kind->flags & HEADER && !zone.is_main);
    zone.is_noise = is_noise || (outer->is_noise && zone.is_main == outer->is_main);
    zone.is_hidden = outer->is_hidden || told.is_hidden;
    zone.post = is_post ? zone.path : outer->post;
    zone.within = outer->within | (kind->bit >= 0 ? 1u << kind->bit : 0);
    zone.column = kind->column;
    zone.depth = outer->depth + 1;
    return zone;
}

void read_zones(Page *page) {
    page->elements.at[0].zone = (Zone){.kind = (int8_t)page->tables->text, .column = -1};
    path_of(page, -1, -1); /* 0 is the path of the page itself */
    for (int64_t number = 1; number < page->elements.size; number++) {
        Element *element = &page->elements.at[number];
        const Zone *outer = &page->elements.at[element->above].zone;
        if (element->first == element->end) continue; /* nothing asks for it */
        element->zone = zone_inside(page, element, outer);
        if (element->zone.post == element->zone.path) {
            page->posts_of.at[element->zone.path]++;
            page->post_above.at[element->zone.path] = outer->post;
        }
    }
}

bool is_in_post(const Page *page, const Zone *zone) {
    int32_t path = zone->post;
    while (path && page->posts_of.at[path] < MIN_POSTS) path = page->post_above.at[path];
    return path > 0;
}
