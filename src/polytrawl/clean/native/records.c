/* What Python is told of a page: records of blocks, links and facts, and the strings that go with them. */
#include "page.h"

/* On each side of a link, as in the papers on Shark-Search. The characters bound the search for words: ten words are
 * some 60 to 80, and pages are indented. */
enum { CONTEXT_WORDS = 10, CONTEXT_CHARACTERS = 240 };
enum { MAX_LINKS = 50000 }; /* ten times the longest index pages; a page of 440 000 links took 0.9 GB of memory */

static Span text_between(const Page *page, int64_t start, int64_t end) {
    return (Span){page->text.at + start, page->text.at + end};
}

static void bound_link_characters(Block_Record *block) {
    if (block->link_characters > block->characters) block->link_characters = block->characters;
}

/* How much of the text of each block is that of links, which may go over several blocks. Both are in page order. */
static void count_link_characters(Page *page) {
    int64_t first = 0;
    for (int64_t number = 0; number < page->places.size; number++) {
        const Place *link = &page->places.at[number];
        while (first < page->blocks.size && page->blocks.at[first].end <= link->start) first++;
        for (int64_t at = first; at < page->blocks.size && page->blocks.at[at].start < link->end; at++) {
            const Block *block = &page->blocks.at[at];
            int64_t start = link->start > block->start ? link->start : block->start;
            int64_t end = link->end < block->end ? link->end : block->end;
            if (start < end && page->block_records[at].link_characters < page->block_records[at].characters)
                page->block_records[at].link_characters +=
                    squeezed_length(page->tables->classes, text_between(page, start, end));
            bound_link_characters(&page->block_records[at]);
        }
    }
}

static void write_blocks(Page *page) {
    page->block_records = TAKE(&page->memory, Block_Record, page->blocks.size);
    for (int64_t number = 0; number < page->blocks.size; number++) {
        const Block *block = &page->blocks.at[number];
        const Zone *zone = &page->elements.at[block->element].zone;
        page->block_records[number] = (Block_Record){
            .element = block->element,
            .kind = zone->kind,
            .level = zone->level,
            .is_noise = zone->is_noise,
            .is_main = zone->is_main,
            .is_hidden = zone->is_hidden,
            .is_post = is_in_post(page, zone),
        };
        begin_string(&page->memory, &page->strings);
        Span text = text_between(page, block->start, block->end);
        page->block_records[number].characters = add_squeezed(&page->memory, &page->strings, page->tables->classes, text);
    }
    count_link_characters(page);
}

Span text_of(const Page *page, int32_t block) {
    if (page->tidied && page->tidied[block].at) return page->tidied[block];
    const Strings *strings = &page->strings;
    int64_t end = block + 1 < strings->starts.size ? strings->starts.at[block + 1] : strings->bytes.size;
    return (Span){strings->bytes.at + strings->starts.at[block], strings->bytes.at + end - 1};
}

void replace_text(Page *page, int32_t block, Span text, int32_t characters) {
    if (!page->tidied) page->tidied = TAKE(&page->memory, Span, page->blocks.size);
    char *copy = TAKE(&page->memory, char, span_size(text) + 1);
    memcpy(copy, text.at, (size_t)span_size(text));
    page->tidied[block] = (Span){copy, copy + span_size(text)};
    page->block_records[block].characters = characters;
    bound_link_characters(&page->block_records[block]);
}

static void write_value(Page *page, Span written) {
    begin_string(&page->memory, &page->strings);
    add_value(&page->memory, &page->strings, written);
}

/* The words before and behind a link. */
static void write_context(Page *page, const Place *link) {
    const Class *classes = page->tables->classes;
    Span text = text_between(page, 0, page->text.size);
    Span before = words_before(classes, text, text.at + link->start, CONTEXT_WORDS, CONTEXT_CHARACTERS);
    Span behind = words_behind(classes, text, text.at + link->end, CONTEXT_WORDS, CONTEXT_CHARACTERS);
    begin_string(&page->memory, &page->strings);
    add_squeezed(&page->memory, &page->strings, classes, before);
    add_squeezed(&page->memory, &page->strings, classes, behind);
}

static Span either(Span one, Span other) { return one.at < one.end ? one : other; }

/* What stands for the text of a link where there is none: the title of a frame, the alt of an image. */
static Span label_of(const Place *link) {
    Span own = either(value_of(link->attributes, "title"), value_of(link->attributes, "alt"));
    return either(own, value_of(link->picture, "alt"));
}

static void write_link(Page *page, const Place *link) {
    Span anchor = text_between(page, link->start, link->end), nothing = {0};
    bool has_anchor = is_visible(page->tables->classes, anchor);
    Span label = has_anchor ? nothing : label_of(link);
    write_value(page, either(value_of(link->attributes, "href"), value_of(link->attributes, "src")));
    begin_string(&page->memory, &page->strings);
    add_squeezed(&page->memory, &page->strings, page->tables->classes, anchor);
    write_context(page, link);
    write_value(page, value_of(link->attributes, "rel"));
    write_value(page, value_of(link->attributes, "hreflang"));
    write_value(page, label);
    write_value(page, has_anchor || label.at < label.end ? nothing : value_of(link->picture, "src"));
}

static void write_fact(Page *page, const Fact *fact, Fact_Record *record) {
    Span attributes = fact->attributes, name, value;
    *record = (Fact_Record){fact->kind, fact->is_in_head, (int32_t)page->strings.starts.size, 0};
    begin_string(&page->memory, &page->strings);
    if (page->tables->kinds[fact->kind].flags & RAW)
        add_raw(&page->memory, &page->strings, fact->text);
    else
        add_value(&page->memory, &page->strings, fact->text);
    while (next_attribute(&attributes, &name, &value)) {
        if (!is_listed(page->tables->fact_attributes, name)) continue;
        record->attributes++;
        write_value(page, name);
        write_value(page, value);
    }
}

void write_records(Page *page) {
    write_blocks(page);
    if (page->places.size > MAX_LINKS) page->places.size = MAX_LINKS;
    for (int64_t number = 0; number < page->places.size; number++) write_link(page, &page->places.at[number]);
    page->fact_records = TAKE(&page->memory, Fact_Record, page->facts.size);
    for (int64_t number = 0; number < page->facts.size; number++)
        write_fact(page, &page->facts.at[number], &page->fact_records[number]);
    end_strings(&page->memory, &page->strings);
}
