/* How the text of a page is spread over its elements and paths. An element is a range of blocks, so sums over what
 * stands in it are differences of running sums, and what holds for the elements above a block costs no walk over them.
 */
#include <stdlib.h>

#include "columns.h"

/* Characters from which a block counts as running text, and the share of links from which it does not: as in the
 * reading modes of browsers. */
static const double RUNNING = 25, MOSTLY_LINK = .5;

static bool holds_as_much(const Element *one, const Element *other) {
    return one->first == other->first && one->end == other->end;
}

static int32_t around(const Page *page, int32_t element) {
    int32_t above = page->elements.at[element].above;
    return above > 0 ? above : 0;
}

static void find_larger(const Page *page, Columns *columns) {
    for (int32_t number = 1; number < page->elements.size; number++) {
        int32_t above = around(page, number);
        bool is_same = above && holds_as_much(&page->elements.at[above], &page->elements.at[number]);
        columns->holders[number].larger = is_same ? columns->holders[above].larger : above;
    }
}

static void find_ranges(const Page *page, Columns *columns) {
    for (int32_t number = 0; number < columns->size; number++) {
        int32_t element = page->block_records[number].element;
        for (int level = 0; level < LEVELS; level++, element = columns->holders[element].larger) {
            columns->blocks[number].first[level] = page->elements.at[element].first;
            columns->blocks[number].end[level] = page->elements.at[element].end;
        }
    }
}

static void find_paths(Page *page, Columns *columns) {
    Map numbers = {0};
    for (int32_t number = 0; number < columns->size; number++) {
        Measure *block = &columns->blocks[number];
        const Zone *zone = zone_of(page, number);
        int32_t fresh = (int32_t)columns->groups.size;
        block->path = *map_at(&page->memory, &numbers, mixed(mixed((uint64_t)zone->path + 1) + zone->names), fresh);
        if (block->path == fresh) PUSH(&page->memory, &columns->groups, (Group){0});
        Group *group = &columns->groups.at[block->path];
        group->size++;
        group->sentences += block->is_sentence;
        group->plain += block->plain;
        group->characters += block->characters;
    }
}

static int by_text(const void *one, const void *other) {
    const Group *left = *(Group *const *)one, *right = *(Group *const *)other;
    if (left->plain != right->plain) return left->plain < right->plain ? 1 : -1;
    return left < right ? -1 : left > right;
}

static void rank_groups(Page *page, Columns *columns) {
    Group **order = TAKE(&page->memory, Group *, columns->groups.size);
    for (int64_t number = 0; number < columns->groups.size; number++) order[number] = &columns->groups.at[number];
    qsort(order, (size_t)columns->groups.size, sizeof *order, by_text);
    for (int64_t rank = 0; rank < columns->groups.size; rank++) order[rank]->rank = (int32_t)rank;
}

/* Which element holds most running text: a block speaks for the element around its own, and half for the next. */
static void find_top(const Page *page, Columns *columns) {
    for (int32_t number = 0; number < columns->size; number++) {
        const Measure *block = &columns->blocks[number];
        if (block->plain < RUNNING || block->links >= MOSTLY_LINK) continue;
        double worth = 1 + block->counts[COMMAS] + least(block->plain / 100, 3);
        int32_t parent = around(page, page->block_records[number].element);
        columns->holders[parent].worth += worth;
        columns->holders[around(page, parent)].worth += worth / 2;
    }
    for (int32_t number = 0; number < page->elements.size; number++)
        if (columns->holders[number].worth > columns->holders[columns->top].worth) columns->top = number;
}

void measure_groups(Page *page, Columns *columns) {
    columns->holders = TAKE(&page->memory, Holder, page->elements.size);
    find_larger(page, columns);
    find_ranges(page, columns);
    find_paths(page, columns);
    rank_groups(page, columns);
    find_top(page, columns);
}
