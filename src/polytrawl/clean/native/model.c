/* What the parameters say of a page. */
#include "model.h"

#include <math.h>

static const float FAR = 5; /* standard deviations beyond which a value tells nothing more */

static void scale_row(Scale scale, const float *values, int32_t width, float *out) {
    for (int32_t n = 0; n < width; n++) {
        float value = (values[n] - scale.mean[n]) / scale.deviation[n];
        out[n] = value > FAR ? FAR : value < -FAR ? -FAR : value;
    }
}

/* One layer, its outputs filled up. */
static Layer filled_up(Model *model, const float *weights, int32_t inputs, int32_t outputs) {
    int32_t width = (outputs + UNITS - 1) / UNITS * UNITS;
    float *copy = TAKE(&model->memory, float, (inputs + 1) * width);
    for (int32_t row = 0; row <= inputs; row++) memcpy(copy + row * width, weights + row * outputs, (size_t)outputs * sizeof *copy);
    return (Layer){inputs, width, copy, copy + inputs * width};
}

static int32_t number_words(Model *model, Map *map, const char *words) {
    int32_t number = 0;
    for (; *words; words += strlen(words) + 1, number++)
        map_at(&model->memory, map, hash_of(words, (int64_t)strlen(words)), number);
    return number;
}

bool prepare_model(Model *model) {
    const Parameters *given = &model->parameters;
    const int32_t *widths = given->widths;
    const float *weights = given->networks;
    if (given->net_count && widths[0] != INPUTS) return false;
    model->layers = TAKE(&model->memory, Layer, given->net_count * given->layer_count);
    for (int32_t number = 0; number < given->net_count * given->layer_count; number++) {
        int32_t layer = number % given->layer_count, inputs = widths[layer], outputs = widths[layer + 1];
        if (outputs < 1 || outputs > MAX_UNITS) return false;
        model->layers[number] = filled_up(model, weights, inputs, outputs);
        weights += (inputs + 1) * outputs;
    }
    number_words(model, &model->words, given->words);
    model->type_word_count = number_words(model, &model->type_words, given->type_words);
    return true;
}

/* Weights of the words in the class and id of an element, and in those of all elements above it. */
typedef struct {
    double own, above;
} Named;

/* The words of the elements that are open, while all are walked over in page order. */
typedef struct {
    const Model *model;
    Page *page;
    int32_t *number_of;  /* of each word of the page: its number in the model, or -1 */
    int32_t *open;       /* how many open elements have the word */
    int32_t *stack, depth;
    double *above;       /* of each element: what the words of all open ones weigh inside of it */
    Named *named;        /* of each element */
} Names;

static void close_names(Names *names) {
    const Zone *zone = &names->page->elements.at[names->stack[--names->depth]].zone;
    for (int32_t at = zone->words; at < zone->words_end; at++) names->open[names->page->own_words.at[at]]--;
}

static void open_names(Names *names, int32_t element) {
    const Page *page = names->page;
    const Element *one = &page->elements.at[element];
    while (names->depth && names->stack[names->depth - 1] != one->above) close_names(names);
    double own = 0, added = 0, above = one->above >= 0 ? names->above[one->above] : 0;
    for (int32_t at = one->zone.words; at < one->zone.words_end; at++) {
        int32_t word = page->own_words.at[at], number = names->number_of[word];
        own += number >= 0 ? names->model->parameters.own_weights[number] : 0;
        added += number >= 0 && !names->open[word] ? names->model->parameters.above_weights[number] : 0;
        names->open[word]++;
    }
    names->named[element] = (Named){own, above};
    names->above[element] = above + added;
    names->stack[names->depth++] = element;
}

/* What the words in classes and ids weigh, for each element that holds text. */
static const Named *weigh_names(const Model *model, Page *page) {
    int64_t words = page->words.size, elements = page->elements.size;
    Names names = {
        .model = model,
        .page = page,
        .number_of = TAKE(&page->memory, int32_t, words),
        .open = TAKE(&page->memory, int32_t, words),
        .stack = TAKE(&page->memory, int32_t, elements),
        .above = TAKE(&page->memory, double, elements),
        .named = TAKE(&page->memory, Named, elements),
    };
    for (int64_t word = 0; word < words; word++)
        names.number_of[word] = map_find(&model->words, page->word_hashes.at[word], -1);
    for (int32_t element = 0; element < elements; element++)
        if (page->elements.at[element].first < page->elements.at[element].end) open_names(&names, element);
    return names.named;
}

/* Gives a row of scaled columns for each block as well, with so many numbers from one row to the next. */
static void guess_and_scale(const Model *model, Page *page, double *guess, float *scaled, int32_t stride) {
    const Columns *columns = page->columns;
    const Named *named = weigh_names(model, page);
    for (int32_t number = 0; number < columns->size; number++, scaled += stride) {
        scale_row(model->parameters.first_scale, columns->matrix + (int64_t)number * WIDTH, WIDTH, scaled);
        float odds = 0;
        for (int32_t n = 0; n < WIDTH; n++) odds += scaled[n] * model->parameters.first_weights[n];
        const Named *words = &named[page->block_records[number].element];
        guess[number] = squashed(odds + *model->parameters.first_bias + words->own + words->above);
    }
}

void guess_content(const Model *model, Page *page, double *guess) {
    float scaled[WIDTH];
    guess_and_scale(model, page, guess, scaled, 0);
}

void find_content(const Model *model, Page *page, const double *types, double *likely) {
    const Columns *columns = page->columns;
    double *guess = TAKE(&page->memory, double, columns->size);
    float *around = TAKE(&page->memory, float, (int64_t)columns->size * AROUND);
    float *inputs = TAKE(&page->memory, float, ((int64_t)columns->size + ROWS) * INPUTS);
    guess_and_scale(model, page, guess, inputs, INPUTS);
    spread(page, guess, types, around);
    for (int64_t number = 0; number < columns->size; number++)
        scale_row(model->parameters.around_scale, around + number * AROUND, AROUND, inputs + number * INPUTS + WIDTH);
    run_networks(model, inputs, columns->size, TAKE(&page->memory, float, (int64_t)columns->size + ROWS), likely);
}

/* A page as a whole: means of all columns, by length of text and by block, and how much they vary. */
void outline_page(const Page *page, float *out) {
    const Columns *columns = page->columns;
    double by_text[WIDTH] = {0}, by_block[WIDTH] = {0}, squares[WIDTH] = {0}, weights = 0;
    for (int32_t number = 0; number < columns->size; number++) {
        const float *row = columns->matrix + (int64_t)number * WIDTH;
        double weight = sqrt(columns->blocks[number].words);
        weights += weight;
        for (int n = 0; n < WIDTH; n++) {
            by_text[n] += weight * row[n];
            by_block[n] += row[n];
        }
    }
    for (int32_t number = 0; number < columns->size; number++)
        for (int n = 0; n < WIDTH; n++) {
            double off = columns->matrix[(int64_t)number * WIDTH + n] - by_block[n] / columns->size;
            squares[n] += off * off;
        }
    for (int n = 0; n < WIDTH; n++) {
        out[n] = (float)(by_text[n] / weights);
        out[WIDTH + n] = (float)(by_block[n] / columns->size);
        out[2 * WIDTH + n] = (float)sqrt(squares[n] / columns->size);
    }
}

void find_types(const Model *model, const Page *page, double *likely) {
    float outline[OUTLINE], scaled[OUTLINE];
    double sum = 0;
    int32_t width = OUTLINE + model->type_word_count;
    outline_page(page, outline);
    scale_row(model->parameters.type_scale, outline, OUTLINE, scaled);
    for (int type = 0; type < TYPES; type++) {
        const float *weights = model->parameters.type_weights + (int64_t)type * width;
        double odds = model->parameters.type_bias[type];
        for (int n = 0; n < OUTLINE; n++) odds += scaled[n] * weights[n];
        for (int64_t word = 0; word < page->words.size; word++) {
            int32_t number = map_find(&model->type_words, page->word_hashes.at[word], -1);
            if (number >= 0) odds += weights[OUTLINE + number];
        }
        likely[type] = exp(odds);
        sum += likely[type];
    }
    for (int type = 0; type < TYPES; type++) likely[type] /= sum;
}
