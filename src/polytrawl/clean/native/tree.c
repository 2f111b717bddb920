#include "names.h"
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
    Named named;
    Span title, address;
    bool is_dated, is_author, is_hidden;
} Told;

enum { LONGEST_TITLE = 60 }; /* characters; guess, as in `posts_date.py` */

static void read_attribute(Told *told, Span name, Span value) {
    if (span_is(name, "class"))
        told->named.classes = value;
    else if (span_is(name, "id"))
        told->named.id = value;
    else if (span_is(name, "href"))
        told->address = value;
    else if (span_is(name, "title"))
        told->title = value;
    else if (span_is(name, "datetime") || span_is(name, "data-time"))
        told->is_dated = true;
    else if (span_is(name, "rel"))
        told->is_author = told->is_author || span_is(value, "author");
    else if (span_is(name, "itemprop")) {
        told->named.role = value;
        told->is_dated = told->is_dated || span_begins(value, "date");
        told->is_author = told->is_author || span_is(value, "author");
    }
}

static Told told_by(const Tag *tag) {
    Told told = {.is_hidden = is_hidden(tag->attributes), .is_dated = span_is(tag->name, "time")};
    Span attributes = tag->attributes, name, value;
    while (next_attribute(&attributes, &name, &value)) read_attribute(&told, name, value);
    return told;
}

/* Two digits in a row: no date is without. */
static bool has_two_digits(const Class *classes, Span text) {
    for (bool is_digit = false, was_digit = false; text.at < text.end; was_digit = is_digit) {
        is_digit = class_of(classes, next_character(&text.at, text.end)) & DIGIT;
        if (is_digit && was_digit) return true;
    }
    return false;
}

static int32_t tells(const Tree *tree, const Tag *tag, const Told *told, int32_t by_names, int32_t around) {
    int32_t flags = tag->kind >= 0 ? tree->tables->kinds[tag->kind].flags : 0;
    bool is_noise = flags & NOISE || (by_names & NAMES_NOISE && !(flags & WHOLE_PAGE));
    bool is_profile = span_is(tag->name, "a") && leads_to_profile(tree->tables, told->address);
    bool is_author = told->is_author || by_names & NAMES_AUTHOR || is_profile;
    bool may_be_dated = span_size(told->title) < 4 * LONGEST_TITLE && has_two_digits(tree->tables->classes, told->title);
    return by_names | (around & (IN_NOISE | IN_MAIN)) | (is_noise ? IN_NOISE : 0) | (flags & MAIN ? IN_MAIN : 0) |
           (flags & CONTROL ? IS_CONTROL : 0) | (is_author ? IS_AUTHOR : 0) | (is_profile ? IS_PROFILE : 0) |
           (told->is_dated ? IS_DATED : may_be_dated ? MAY_BE_DATED : 0);
}

static int32_t add_node(Reading *reading, const Tag *tag, const Told *told) {
    Tree *tree = reading->tree;
    const Node *around = reading->parent >= 0 ? &tree->nodes.at[reading->parent] : NULL;
    int32_t look = look_of(tree, tag->name, &told->named);
    Node node = {
        .parent = reading->parent,
        .depth = around ? around->depth + 1 : 0,
        .first_text = (int32_t)tree->texts.size,
        .kind = tag->kind,
        .look = look,
        .tells = tells(tree, tag, told, tree->looks.at[look].tells, around ? around->tells : 0),
    };
    PUSH(&tree->memory, &tree->nodes, node);
    begin_string(&tree->memory, &tree->written);
    add_raw(&tree->memory, &tree->written, (Span){tag->name.at, tag->attributes.end});
    return (int32_t)tree->nodes.size - 1;
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
    if (spans_match(tag->name, reading->skipped)) reading->depth += tag->is_end ? -1 : 1;
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
    int32_t characters = add_squeezed(&tree->memory, &tree->said, tree->tables->classes, plain);
    bool has_digits = has_two_digits(tree->tables->classes, plain);
    PUSH(&tree->memory, &tree->texts, (Text){reading->parent, characters, reading->links > 0, has_digits, 0});
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
