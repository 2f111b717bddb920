/* What each block of a page is: letters, signs, links, and its place. No word of a language is looked at. */
#include <math.h>

#include "columns.h"

static const double MIN_SENTENCE = 5; /* words; fewer are no sentence */
static const double HALF = .5;        /* of the title: a heading that is as much of it names the page */
static const double DEEP = 30;
enum { ALL_COUNTED = (1 << COUNTED) - 1 };

/* A byte for each kind of characters: so all are counted in one sum, as long as none of the bytes is full. */
static uint64_t spread_out(Class class) {
    uint64_t found = 0;
    for (int kind = 0; kind < COUNTED; kind++) found |= (uint64_t)(class >> kind & 1) << 8 * kind;
    return found;
}

static void add_counts(Measure *block, uint64_t sums) {
    for (int kind = 0; kind < COUNTED; kind++) block->counts[kind] += sums >> 8 * kind & 0xff;
}

static void count_characters(const Page *page, const uint64_t *kinds, Measure *block, Span text) {
    Class class = 0, before = STOP; /* a sign alone ends with one */
    uint64_t sums = 0;
    for (int n = 0; text.at < text.end; n++) {
        before = n ? class : before;
        class = class_of(page->tables->classes, next_character(&text.at, text.end));
        sums += kinds[class & ALL_COUNTED];
        if (n % 255 == 254) add_counts(block, sums), sums = 0;
    }
    add_counts(block, sums);
    block->ends_with_stop = (class | before) & STOP;
}

static void measure_text(const Page *page, const uint64_t *kinds, int32_t number, Measure *block) {
    const Block_Record *record = &page->block_records[number];
    count_characters(page, kinds, block, text_of(page, number));
    block->characters = record->characters;
    block->plain = most(record->characters - record->link_characters, 0);
    block->words = block->counts[SPACES] + 1 + block->counts[WIDES];
    block->links = 1 - block->plain / most(block->characters, 1);
    block->is_sentence = block->counts[STOPS] > 0 && block->words > MIN_SENTENCE;
}

static void measure_place(const Page *page, Columns *columns, int32_t number) {
    Measure *block = &columns->blocks[number], *before = number ? block - 1 : NULL;
    const Zone *zone = zone_of(page, number);
    block->is_post = page->block_records[number].is_post;
    block->is_heading = zone->kind == page->tables->heading;
    block->heading = block->is_heading ? number : before ? before->heading : -1;
    block->is_behind_title = (before && before->is_behind_title) || (block->is_heading && block->likeness > HALF);
    double near[NEIGHBOURS] = {log1p(block->plain), block->links, block->is_sentence, block->is_heading,
                               least(zone->depth, DEEP)};
    memcpy(block->near, near, sizeof near);
}

/* How many blocks before and behind have the same text: what a page says twice counts once. */
static void count_copies(Page *page, Columns *columns) {
    Map numbers = {0};
    VECTOR(int32_t) copies = {0};
    int32_t *kind_of_text = TAKE(&page->memory, int32_t, columns->size);
    for (int32_t number = 0; number < columns->size; number++) {
        Span text = text_of(page, number);
        int32_t fresh = (int32_t)copies.size;
        kind_of_text[number] = *map_at(&page->memory, &numbers, hash_of(text.at, span_size(text)), fresh);
        if (kind_of_text[number] == fresh) PUSH(&page->memory, &copies, 0);
        columns->blocks[number].before = copies.at[kind_of_text[number]]++;
    }
    for (int32_t number = 0; number < columns->size; number++)
        columns->blocks[number].behind = copies.at[kind_of_text[number]] - columns->blocks[number].before - 1;
}

static void sum_up(Page *page, Columns *columns) {
    double *plain = columns->plain_before = TAKE(&page->memory, double, columns->size + 1);
    double *characters = columns->characters_before = TAKE(&page->memory, double, columns->size + 1);
    double *sentences = columns->sentences_before = TAKE(&page->memory, double, columns->size + 1);
    for (int32_t number = 0; number < columns->size; number++) {
        const Measure *block = &columns->blocks[number];
        plain[number + 1] = plain[number] + block->plain;
        characters[number + 1] = characters[number] + block->characters;
        sentences[number + 1] = sentences[number] + block->is_sentence;
    }
    columns->plain = most(plain[columns->size], 1);
}

void measure_blocks(Page *page, Columns *columns, const double *likenesses) {
    uint64_t kinds[ALL_COUNTED + 1];
    for (Class class = 0; class <= ALL_COUNTED; class++) kinds[class] = spread_out(class);
    for (int32_t number = 0; number < columns->size; number++) {
        columns->blocks[number].likeness = likenesses[number];
        measure_text(page, kinds, number, &columns->blocks[number]);
        measure_place(page, columns, number);
    }
    count_copies(page, columns);
    sum_up(page, columns);
}
