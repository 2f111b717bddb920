/* Where the elements, blocks of text, links and facts of a page begin and end: one walk over its tags. */
#include "page.h"

typedef struct {
    Page *page;
    const Tables *tables;
    int64_t start;          /* of the block, in the text */
    int32_t element;
    bool has_text;
    bool is_behind_break;
    int32_t preformatted;   /* how many elements around are */
    Span skipped;           /* name of the element that is skipped; empty where none is */
    int32_t depth;          /* how many elements with this name are open */
    Span raw;               /* name of the element in which nothing is markup */
    int32_t templates;      /* how many are open */
    bool is_in_head, is_fact_text; /* the latter: the text that comes belongs to the last fact */
    VECTOR(int32_t) links;  /* open ones: their place, or -1 where they have no address */
} Scan;

static bool is_open(Span name) { return name.at < name.end; }

static int64_t length(const Scan *scan) { return scan->page->text.size; }

static void add_byte(Scan *scan, char byte) { PUSH(&scan->page->memory, &scan->page->text, byte); }

static void end_block(Scan *scan, int64_t end) {
    PUSH(&scan->page->memory, &scan->page->blocks, (Block){scan->start, end, scan->element});
    scan->has_text = false;
}

static void end_line(Scan *scan) {
    if (scan->has_text) end_block(scan, length(scan));
    if (length(scan) > scan->start) add_byte(scan, '\n');
    scan->start = length(scan);
    scan->is_behind_break = false;
}

static void open_element(Scan *scan, const Tag *tag) {
    Page *page = scan->page;
    int32_t first = (int32_t)page->blocks.size;
    PUSH(&page->memory, &page->elements,
         (Element){.above = scan->element, .first = first, .end = -1, .kind = tag->kind, .attributes = tag->attributes});
    scan->element = (int32_t)page->elements.size - 1;
}

static void close_element(Scan *scan) {
    Element *element = &scan->page->elements.at[scan->element];
    if (!scan->element) return;
    element->end = (int32_t)scan->page->blocks.size;
    scan->element = element->above;
}

static void add_place(Scan *scan, const Tag *tag) {
    Place place = {.attributes = tag->attributes, .start = length(scan), .end = length(scan), .kind = tag->kind};
    PUSH(&scan->page->memory, &scan->page->places, place);
}

static void open_link(Scan *scan, const Tag *tag) {
    Span address = value_of(tag->attributes, "href");
    bool has_address = address.at != tag->attributes.end;
    if (has_address) add_place(scan, tag);
    PUSH(&scan->page->memory, &scan->links, has_address ? (int32_t)scan->page->places.size - 1 : -1);
}

static void close_link(Scan *scan) {
    if (!scan->links.size) return;
    int32_t number = scan->links.at[--scan->links.size];
    if (number >= 0) scan->page->places.at[number].end = length(scan);
}

static void show_picture(Scan *scan, const Tag *tag) {
    int32_t number = scan->links.size ? scan->links.at[scan->links.size - 1] : -1;
    Place *link = number >= 0 ? &scan->page->places.at[number] : NULL;
    if (link && !link->picture.at) link->picture = tag->attributes;
}

static void skip(Scan *scan, const Tag *tag) {
    if (tag->kind >= 0 && scan->tables->kinds[tag->kind].flags & VOID) return;
    if (span_is(tag->name, "iframe")) add_place(scan, tag);
    scan->skipped = tag->name;
    scan->depth = 1;
}

/* Whether the tag stands in what is skipped; the end of that does not. */
static bool is_skipped(Scan *scan, const Tag *tag) {
    if (!is_open(scan->skipped)) return false;
    if (spans_match(tag->name, scan->skipped)) scan->depth += tag->is_end ? -1 : 1;
    return scan->depth > 0;
}

/* One break is a space, two are an end. */
static void take_break(Scan *scan) {
    add_byte(scan, ' ');
    scan->is_behind_break = true;
}

static void act(Scan *scan, const Tag *tag, const Element_Kind *kind) {
    int meaning = kind ? kind->meaning : NOTHING;
    /* Hidden words are no part of a sentence; a hidden block stays, and its zone says that it is hidden. */
    if (meaning == NOTHING && !tag->is_end && is_open(tag->attributes) && is_hidden(tag->attributes)) meaning = SKIPPED;
    bool ends_line = meaning == OPEN || meaning == RULE || (meaning == BREAK && scan->is_behind_break);
    if (ends_line) end_line(scan);
    switch (meaning) {
        case OPEN:
            scan->preformatted += kind->flags & PREFORMATTED ? (tag->is_end ? -1 : 1) : 0;
            tag->is_end ? close_element(scan) : open_element(scan, tag);
            break;
        case BREAK:
            if (!ends_line) take_break(scan);
            break;
        case LINK:
            tag->is_end ? close_link(scan) : open_link(scan, tag);
            break;
        case PICTURE:
            show_picture(scan, tag);
            break;
        case FRAME:
            add_place(scan, tag);
            break;
        case SKIPPED:
            if (!tag->is_end) skip(scan, tag);
            break;
        default:
            break;
    }
}

/* The first blank line in a text, with the line ends around it; empty where there is none. */
static Span blank_line(Span text) {
    const char *at = text.at;
    while ((at = at < text.end ? memchr(at, '\n', (size_t)(text.end - at)) : NULL)) {
        const char *begin = at++;
        while (at < text.end && (*at == ' ' || *at == '\t' || *at == '\r')) at++;
        if (at < text.end && *at == '\n') return (Span){begin, at + 1};
    }
    return (Span){text.end, text.end};
}

/* In preformatted text blank lines part blocks; `begin` is where the last text was added. */
static void part_by_blank_lines(Scan *scan, int64_t begin) {
    const Class *classes = scan->tables->classes;
    Span rest = {scan->page->text.at + begin, scan->page->text.at + length(scan)}, line;
    while (line = blank_line(rest), line.at < line.end) {
        if (rest.at - scan->page->text.at > scan->start || is_visible(classes, (Span){rest.at, line.at}))
            end_block(scan, line.at - scan->page->text.at);
        rest.at = line.end;
        scan->start = rest.at - scan->page->text.at;
    }
    if (scan->start > begin) scan->has_text = is_visible(classes, rest);
}

static void add_text(Scan *scan, Span written) {
    Page *page = scan->page;
    int64_t begin = length(scan);
    RESERVE(&page->memory, &page->text, span_size(written));
    page->text.size = copy_without_entities(page->text.at + begin, written) - page->text.at;
    page->is_escaped_twice = page->is_escaped_twice || holds_entity((Span){page->text.at + begin, page->text.at + length(scan)});
    if (!scan->has_text || scan->is_behind_break) {
        if (!is_visible(scan->tables->classes, (Span){page->text.at + begin, page->text.at + length(scan)})) {
            page->text.size = begin;
            return;
        }
        scan->has_text = true;
        scan->is_behind_break = false;
    }
    if (scan->preformatted) part_by_blank_lines(scan, begin);
}

/* Facts are told wherever they stand, also in what is skipped; those of templates are not of this page. */
static void note_fact(Scan *scan, const Tag *tag, const Element_Kind *kind) {
    if (span_is(tag->name, "template")) scan->templates += tag->is_end ? -1 : 1;
    if (span_is(tag->name, "head")) scan->is_in_head = !tag->is_end;
    if (!kind || !(kind->flags & FACT) || tag->is_end || scan->templates > 0) return;
    Fact fact = {.kind = tag->kind, .is_in_head = scan->is_in_head, .attributes = tag->attributes};
    PUSH(&scan->page->memory, &scan->page->facts, fact);
    scan->is_fact_text = kind->flags & TELLING_TEXT;
}

static void take_text(Scan *scan, Span text) {
    if (scan->is_fact_text) scan->page->facts.at[scan->page->facts.size - 1].text = text;
    scan->is_fact_text = false;
    if (is_open(text) && !is_open(scan->skipped)) add_text(scan, text);
}

static void take_tag(Scan *scan, const Tag *tag) {
    const Element_Kind *kind = tag->kind >= 0 ? &scan->tables->kinds[tag->kind] : NULL;
    note_fact(scan, tag, kind);
    scan->raw = kind && kind->flags & RAW && !tag->is_end ? tag->name : (Span){0};
    if (is_skipped(scan, tag)) return;
    if (is_open(scan->skipped))
        scan->skipped = (Span){0};
    else
        act(scan, tag, kind);
}

static void end_page(Scan *scan) {
    Page *page = scan->page;
    if (scan->has_text) end_block(scan, length(scan));
    for (int64_t number = 0; number < page->elements.size; number++)
        if (page->elements.at[number].end < 0) page->elements.at[number].end = (int32_t)page->blocks.size;
}

void scan(Page *page, Span html) {
    Scan scan = {.page = page, .tables = page->tables};
    Span text;
    Tag tag;
    PUSH(&page->memory, &page->elements, (Element){.above = -1, .end = -1, .kind = -1});
    while (next_tag(page->tables, &html.at, html.end, scan.raw, &text, &tag)) {
        take_text(&scan, text);
        if (is_open(tag.name)) take_tag(&scan, &tag);
    }
    take_text(&scan, text);
    end_page(&scan);
}
