/* How elements look: keys by which those that look alike are found. An element has a key for each of its classes, one for
 * all of them, one for an id that is numbered, and one for its role; all numbers in names are the same.
 */
#include "names.h"
#include "tree.h"

enum { MOST_CLASSES = 20, LONGEST_CLASS = 200 };

/* What a key is made of. */
enum { OF_CLASS = 1, OF_CLASSES, OF_ID, OF_ROLE };

/* A name with one digit for each number. */
typedef struct {
    char at[LONGEST_CLASS];
    int32_t size;
    bool has_digits;
} Numberless;

static bool is_digit(char byte) { return byte >= '0' && byte <= '9'; }

static Numberless numberless(Span name) {
    Numberless found = {.size = 0};
    for (const char *at = name.at; at < name.end && found.size < LONGEST_CLASS; at++) {
        if (!is_digit(*at))
            found.at[found.size++] = *at;
        else if (at == name.at || !is_digit(at[-1]))
            found.at[found.size++] = '0';
        found.has_digits = found.has_digits || is_digit(*at);
    }
    return found;
}

static int compare(const Numberless *one, const Numberless *other) {
    int32_t shorter = one->size < other->size ? one->size : other->size;
    int order = memcmp(one->at, other->at, (size_t)shorter);
    return order ? order : one->size - other->size;
}

static uint64_t key_of(uint64_t tag, int what, uint64_t name) { return mixed(mixed(tag + (uint64_t)what) + name); }

static void add_key(Tree *tree, uint64_t tag, int what, uint64_t name) {
    PUSH(&tree->memory, &tree->keys, key_of(tag, what, name));
}

static bool is_there(const uint64_t *hashes, int32_t count, uint64_t hash) {
    for (int32_t number = 0; number < count; number++)
        if (hashes[number] == hash) return true;
    return false;
}

static bool next_class(Span *rest, Span *name) {
    while (rest->at < rest->end && is_white_byte(*rest->at)) rest->at++;
    name->at = rest->at;
    while (rest->at < rest->end && !is_white_byte(*rest->at)) rest->at++;
    name->end = rest->at;
    return name->at < name->end;
}

/* Keys of classes; the first in the order of the alphabet comes first, it stands for the element in paths. */
static void add_classes(Tree *tree, uint64_t tag, Span classes) {
    uint64_t hashes[MOST_CLASSES], all = 0;
    Numberless first = {.size = 0};
    int32_t count = 0, least = 0;
    Span name;
    for (int32_t seen = 0; seen < MOST_CLASSES && next_class(&classes, &name); seen++) {
        Numberless one = numberless(name);
        uint64_t hash = hash_of(one.at, one.size);
        if (is_there(hashes, count, hash)) continue;
        if (!count || compare(&one, &first) < 0) first = one, least = count;
        all += mixed(hash);
        hashes[count++] = hash;
    }
    if (count) add_key(tree, tag, OF_CLASS, hashes[least]);
    for (int32_t number = 0; number < count; number++)
        if (number != least) add_key(tree, tag, OF_CLASS, hashes[number]);
    if (count > 1) add_key(tree, tag, OF_CLASSES, all);
}

static Look new_look(Tree *tree, Span tag, const Named *named) {
    Look look = {.tag = hash_of(tag.at, span_size(tag)), .first_key = (int32_t)tree->keys.size};
    if (span_size(named->classes) || span_size(named->id)) {
        Names names;
        read_names(&names, named->classes, named->id);
        look.tells = told_by_names(tree->tables, &names);
    }
    add_classes(tree, look.tag, named->classes);
    Numberless id = numberless(named->id);
    if (id.has_digits) add_key(tree, look.tag, OF_ID, hash_of(id.at, id.size));
    if (span_size(named->role)) add_key(tree, look.tag, OF_ROLE, hash_of(named->role.at, span_size(named->role)));
    look.end_key = (int32_t)tree->keys.size;
    return look;
}

int32_t look_of(Tree *tree, Span tag, const Named *named) {
    const Span parts[] = {tag, named->classes, named->id, named->role};
    uint64_t hash = 0;
    for (int n = 0; n < 4; n++) hash = mixed(hash + (uint64_t)n) + hash_of(parts[n].at, span_size(parts[n]));
    int32_t fresh = (int32_t)tree->looks.size, number = *map_at(&tree->memory, &tree->look_numbers, mixed(hash), fresh);
    if (number == fresh) {
        Look look = new_look(tree, tag, named);
        PUSH(&tree->memory, &tree->looks, look);
    }
    return number;
}
