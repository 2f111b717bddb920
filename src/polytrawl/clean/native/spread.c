/* How a first guess is spread over a page: a block is like the blocks around it. */
#include "model.h"

static const int32_t WINDOWS[] = {1, 2, 4, 8, 20}; /* blocks on each side */
static const int32_t STEPS[] = {-2, -1, 1, 2};     /* to neighbours */

/* Sums over the blocks before each, and over those of each path. */
typedef struct {
    double *content, *words;
    double *path_content, *path_words;
    double total, most;
} Sums;

static Sums sums_of(Page *page, const double *guess) {
    const Columns *columns = page->columns;
    Sums sums = {
        .content = TAKE(&page->memory, double, columns->size + 1),
        .words = TAKE(&page->memory, double, columns->size + 1),
        .path_content = TAKE(&page->memory, double, columns->groups.size),
        .path_words = TAKE(&page->memory, double, columns->groups.size),
    };
    for (int32_t number = 0; number < columns->size; number++) {
        const Measure *block = &columns->blocks[number];
        double content = guess[number] * block->words;
        sums.content[number + 1] = sums.content[number] + content;
        sums.words[number + 1] = sums.words[number] + block->words;
        sums.path_content[block->path] += content;
        sums.path_words[block->path] += block->words;
        sums.most = most(sums.most, guess[number]);
    }
    sums.total = most(sums.content[columns->size], 1e-9);
    return sums;
}

static double mean_of(const Sums *sums, int32_t first, int32_t end) {
    return (sums->content[end] - sums->content[first]) / (sums->words[end] - sums->words[first]);
}

static int32_t between(int32_t value, int32_t lowest, int32_t highest) {
    return value < lowest ? lowest : value > highest ? highest : value;
}

static float *put_block(float *out, const Columns *columns, const Sums *sums, const double *guess, int32_t number) {
    const Measure *block = &columns->blocks[number];
    int32_t size = columns->size;
    *out++ = (float)guess[number];
    for (int n = 0; n < LEVELS; n++) *out++ = (float)mean_of(sums, block->first[n], block->end[n]);
    *out++ = (float)(sums->path_content[block->path] / sums->path_words[block->path]);
    for (int n = 0; n < 4; n++) *out++ = (float)guess[between(number + STEPS[n], 0, size - 1)];
    for (int n = 0; n < 5; n++)
        *out++ = (float)mean_of(sums, between(number - WINDOWS[n], 0, size), between(number + WINDOWS[n] + 1, 0, size));
    *out++ = (float)mean_of(sums, 0, size);
    *out++ = (float)sums->most;
    for (int n = 0; n < LEVELS; n++)
        *out++ = (float)((sums->content[block->end[n]] - sums->content[block->first[n]]) / sums->total);
    *out++ = (float)(sums->path_content[block->path] / sums->total);
    *out++ = (float)(sums->content[number] / sums->total);
    return out;
}

void spread(Page *page, const double *guess, const double *types, float *out) {
    Sums sums = sums_of(page, guess);
    for (int32_t number = 0; number < page->columns->size; number++) {
        out = put_block(out, page->columns, &sums, guess, number);
        for (int n = 0; n < TYPES; n++) *out++ = (float)types[n];
    }
}
