/* The columns of a page as rows, one for each block. Their order is that of the model's parameters. */
#include <math.h>

#include "columns.h"

static const double DEEP = 30;

static float *put(float *out, double value) {
    *out = (float)value;
    return out + 1;
}

/* One at a place among so many, else zeros. */
static float *put_one_of(float *out, int place, int count) {
    for (int n = 0; n < count; n++) out = put(out, n == place);
    return out;
}

static float *put_text(float *out, const Measure *block) {
    const int32_t *counts = block->counts;
    double some = most(block->characters, 1);
    out = put(out, log1p(block->characters));
    out = put(out, block->near[0]);
    out = put(out, block->links);
    out = put(out, log1p(block->words));
    out = put(out, least(block->characters / block->words, 20));
    out = put(out, log1p(counts[STOPS]));
    out = put(out, counts[STOPS] / block->words);
    out = put(out, counts[COMMAS] / block->words);
    out = put(out, counts[DIGITS] / some);
    out = put(out, counts[LETTERS] / some);
    out = put(out, counts[CAPITALS] / most(counts[LETTERS], 1));
    out = put(out, block->ends_with_stop);
    out = put(out, block->is_sentence);
    return put(out, counts[WIDES] > counts[LETTERS] / 2.);
}

static float *put_zone(float *out, const Zone *zone) {
    out = put_one_of(out, zone->kind, KINDS);
    out = put_one_of(out, zone->column, ELEMENTS);
    for (int bit = 0; bit < TELLING; bit++) out = put(out, zone->within >> bit & 1);
    out = put(out, zone->level);
    out = put(out, zone->is_noise);
    out = put(out, zone->is_main);
    out = put(out, least(zone->depth, DEEP));
    out = put(out, zone->post > 0);
    return put(out, zone->is_hidden);
}

static float *put_place(float *out, const Columns *columns, int32_t number) {
    const Measure *block = &columns->blocks[number];
    out = put(out, number / most(columns->size - 1, 1));
    out = put(out, least(number, 100));
    out = put(out, least(columns->size - number, 100));
    out = put(out, columns->plain_before[number] / columns->plain);
    out = put(out, block->heading < 0 ? 50 : least(number - block->heading, 50));
    out = put(out, block->likeness);
    out = put(out, block->is_behind_title);
    out = put(out, block->is_post);
    out = put(out, least(block->before, 5));
    return put(out, least(block->behind, 5));
}

static float *put_neighbours(float *out, const Columns *columns, int32_t number) {
    static const int STEPS[] = {-2, -1, 1, 2};
    for (int column = 0; column < NEIGHBOURS; column++)
        for (int n = 0; n < 4; n++) {
            int32_t other = number + STEPS[n];
            bool is_there = other >= 0 && other < columns->size;
            out = put(out, is_there ? columns->blocks[other].near[column] : 0);
        }
    return out;
}

/* How the text of the page is spread over an element around a block. */
static float *put_range(float *out, const Columns *columns, int32_t first, int32_t end) {
    double plain = columns->plain_before[end] - columns->plain_before[first];
    double characters = columns->characters_before[end] - columns->characters_before[first];
    double sentences = columns->sentences_before[end] - columns->sentences_before[first];
    double size = most(end - first, 1);
    out = put(out, plain / columns->plain);
    out = put(out, 1 - plain / most(characters, 1));
    out = put(out, log1p(size));
    out = put(out, sentences / size);
    return put(out, log1p(plain / size));
}

/* What blocks with the same path of tags and the same class have in common. */
static float *put_path(float *out, const Columns *columns, const Group *group) {
    out = put(out, group->plain / columns->plain);
    out = put(out, least(group->rank, 20));
    out = put(out, log1p(group->size));
    out = put(out, log1p(group->plain / group->size));
    out = put(out, 1 - group->plain / most(group->characters, 1));
    return put(out, (double)group->sentences / group->size);
}

static int32_t around(const Page *page, int32_t element) { return element ? page->elements.at[element].above : 0; }

/* Where a block stands beside the element that holds most running text. */
static float *put_top(float *out, const Page *page, const Columns *columns, int32_t number) {
    const Element *top = &page->elements.at[columns->top], *outer = &page->elements.at[around(page, columns->top)];
    int32_t parent = around(page, page->block_records[number].element);
    double plain = columns->plain_before[top->end] - columns->plain_before[top->first];
    double off = number < top->first ? number - top->first : most(number - top->end + 1, 0);
    out = put(out, number >= top->first && number < top->end);
    out = put(out, number >= outer->first && number < outer->end);
    out = put(out, columns->holders[parent].worth / most(columns->holders[columns->top].worth, 1e-9));
    out = put(out, most(least(off, 50), -50));
    return put(out, plain / columns->plain);
}

/* What page the blocks stand on. */
static void find_facts(const Page *page, Columns *columns) {
    double sums[FACTS - 2] = {0};
    for (int32_t number = 0; number < columns->size; number++) {
        const Measure *block = &columns->blocks[number];
        const Zone *zone = zone_of(page, number);
        const double told[FACTS - 2] = {block->links, block->is_post, block->is_sentence, zone->is_main,
                                        zone->within >> page->tables->table & 1, zone->within >> page->tables->item & 1};
        for (int n = 0; n < FACTS - 2; n++) sums[n] += told[n];
    }
    columns->facts[0] = log1p(columns->size);
    columns->facts[1] = log1p(columns->plain);
    for (int n = 0; n < FACTS - 2; n++) columns->facts[n + 2] = sums[n] / columns->size;
}

void write_matrix(const Page *page, Columns *columns) {
    find_facts(page, columns);
    for (int32_t number = 0; number < columns->size; number++) {
        const Measure *block = &columns->blocks[number];
        float *out = columns->matrix + (int64_t)number * WIDTH;
        out = put_text(out, block);
        out = put_zone(out, zone_of(page, number));
        out = put_place(out, columns, number);
        for (int n = 0; n < FACTS; n++) out = put(out, columns->facts[n]);
        out = put_neighbours(out, columns, number);
        for (int n = 0; n < LEVELS; n++) out = put_range(out, columns, block->first[n], block->end[n]);
        out = put_path(out, columns, &columns->groups.at[block->path]);
        put_top(out, page, columns, number);
    }
}
