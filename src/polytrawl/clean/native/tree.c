#include "tree.h"

typedef struct {
    Tree *tree;
    int32_t parent;  /* the innermost open element */
    int32_t links;   /* how many are open */
    Span skipped;    /* name of the element that is skipped; empty where none is */
    int32_t depth;   /* how many elements with this name are open */
    Span raw;        /* name of the element in which nothing is markup */
    VECTOR(char) plain; /* room for a text without its entities */
} Reading;

/* What is read of the attributes of an element. */
typedef struct {
    uint64_t look; /* a hash of what makes elements alike */
    int32_t tells;
    bool is_hidden;
} Told;

static uint64_t hash_of_span(Span span) { return hash_of(span.at, span_size(span)); }

static void read_attribute(Told *told, Span name, Span value, bool is_link) {
    if (span_is(name, "class"))
        told->look += mixed(hash_of_span(value) + 1);
    else if (span_is(name, "id"))
        told->look += mixed(hash_of_span(value) + 2);
    else if (span_is(name, "datetime") || span_is(name, "data-time") || span_is(name, "title"))
        told->tells |= TELLS_DATE;
    else if (span_is(name, "rel") || (is_link && span_is(name, "href")))
        told->tells |= TELLS_AUTHOR;
    else if (span_is(name, "itemprop")) {
        told->look += mixed(hash_of_span(value) + 3);
        told->tells |= TELLS_DATE | TELLS_AUTHOR;
    }
}

static Told told_by(const Tag *tag) {
    Told told = {.look = hash_of_span(tag->name), .is_hidden = is_hidden(tag->attributes)};
    Span attributes = tag->attributes, name, value;
    bool is_link = span_is(tag->name, "a");
    while (next_attribute(&attributes, &name, &value)) read_attribute(&told, name, value, is_link);
    return told;
}

static int32_t add_node(Reading *reading, const Tag *tag, const Told *told) {
    Tree *tree = reading->tree;
    int32_t number = (int32_t)tree->nodes.size;
    Node node = {
        .parent = reading->parent,
        .depth = reading->parent >= 0 ? tree->nodes.at[reading->parent].depth + 1 : 0,
        .first_text = (int32_t)tree->texts.size,
        .kind = tag->kind,
        .like = *map_at(&tree->memory, &tree->likes, told->look, number),
        .tells = told->tells,
    };
    PUSH(&tree->memory, &tree->nodes, node);
    begin_string(&tree->memory, &tree->written);
    add_raw(&tree->memory, &tree->written, (Span){tag->name.at, tag->attributes.end});
    return number;
}

static void close_node(Reading *reading, int32_t number) {
    Node *node = &reading->tree->nodes.at[number];
    node->stop = (int32_t)reading->tree->nodes.size;
    node->last_text = (int32_t)reading->tree->texts.size;
}

static void open_tag(Reading *reading, const Tag *tag, bool is_void, bool is_skipped) {
    Told told = told_by(tag);
    if (is_skipped || told.is_hidden) {
        if (!is_void) reading->skipped = tag->name, reading->depth = 1;
        return;
    }
    int32_t number = add_node(reading, tag, &told);
    if (is_void) return close_node(reading, number);
    reading->parent = number;
    reading->links += span_is(tag->name, "a");
}

static void close_tag(Reading *reading, const Tag *tag) {
    if (reading->parent < 0) return;
    reading->links -= span_is(tag->name, "a");
    close_node(reading, reading->parent);
    reading->parent = reading->tree->nodes.at[reading->parent].parent;
}

/* Whether the tag ends or stands in what is skipped. */
static bool is_skipped(Reading *reading, const Tag *tag) {
    if (reading->skipped.at == reading->skipped.end) return false;
    if (span_size(tag->name) == span_size(reading->skipped) && !memcmp(tag->name.at, reading->skipped.at, (size_t)span_size(tag->name)))
        reading->depth += tag->is_end ? -1 : 1;
    if (!reading->depth) reading->skipped = (Span){0};
    return true;
}

static void take_tag(Reading *reading, const Tag *tag) {
    const Element_Kind *kind = tag->kind >= 0 ? &reading->tree->tables->kinds[tag->kind] : NULL;
    reading->raw = kind && kind->flags & RAW && !tag->is_end ? tag->name : (Span){0};
    if (is_skipped(reading, tag)) return;
    if (tag->is_end)
        close_tag(reading, tag);
    else
        open_tag(reading, tag, kind && kind->flags & VOID, kind && kind->meaning == SKIPPED);
}

static void take_text(Reading *reading, Span written) {
    Tree *tree = reading->tree;
    if (reading->parent < 0 || reading->skipped.at < reading->skipped.end || written.at == written.end) return;
    reading->plain.size = 0;
    RESERVE(&tree->memory, &reading->plain, span_size(written));
    Span plain = {reading->plain.at, copy_without_entities(reading->plain.at, written)};
    if (!is_visible(tree->tables->classes, plain)) return;
    begin_string(&tree->memory, &tree->said);
    add_squeezed(&tree->memory, &tree->said, tree->tables->classes, plain);
    PUSH(&tree->memory, &tree->texts, (Text){reading->parent, reading->links > 0});
}

void read_tree(Tree *tree, Span html) {
    Reading reading = {.tree = tree, .parent = -1};
    Span text;
    Tag tag;
    while (next_tag(tree->tables, &html.at, html.end, reading.raw, &text, &tag)) {
        take_text(&reading, text);
        if (tag.name.at < tag.name.end) take_tag(&reading, &tag);
    }
    take_text(&reading, text);
    while (reading.parent >= 0) close_tag(&reading, &tag);
    end_strings(&tree->memory, &tree->written);
    end_strings(&tree->memory, &tree->said);
}
