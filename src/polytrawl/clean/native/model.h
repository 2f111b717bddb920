/* The learned part: how likely each block is content, and what type of page it is. */
#ifndef POLYTRAWL_MODEL_H
#define POLYTRAWL_MODEL_H

#include "columns.h"

enum {
    TYPES = 7,
    SPREAD = 23,               /* what is seen of the first probabilities around a block */
    AROUND = SPREAD + TYPES,
    INPUTS = WIDTH + AROUND,   /* of the networks */
    OUTLINE = 3 * WIDTH,       /* a page as a whole */
    MAX_LAYERS = 4,
    MAX_UNITS = 64,            /* of a layer */
    ROWS = 4, UNITS = 16,      /* of a tile that is multiplied at once; layers are filled up with zeros */
};

/* Brings columns to one scale: standard deviations from the mean. */
typedef struct {
    const float *mean, *deviation;
} Scale;

typedef struct {
    int32_t inputs, outputs;
    const float *weights, *bias; /* weights: a row of outputs for each input */
} Layer;

/* The parameters as `model.py` has them. All stay with Python; of the networks there is a copy. */
typedef struct {
    Scale first_scale, around_scale, type_scale;
    const float *first_weights, *first_bias;
    const float *type_weights, *type_bias;    /* for each type the weights of the outline, then those of words */
    const float *own_weights, *above_weights; /* of words in classes and ids: of the element, of those above */
    const char *words, *type_words;           /* each ends with a zero, the list with an empty one */
    const float *networks;                    /* of each layer the weights, a row of outputs for each input, and the bias */
    const int32_t *widths;                    /* of the layers of a network, from its inputs on */
    int32_t net_count, layer_count;
} Parameters;

typedef struct {
    Memory memory;
    Parameters parameters;
    Map words, type_words; /* their numbers, by hashes */
    int32_t type_word_count;
    Layer *layers;         /* of all networks, one behind the other, filled up */
} Model;

/* `model.c` */
bool prepare_model(Model *model);
void guess_content(const Model *model, Page *page, double *guess);
void find_content(const Model *model, Page *page, const double *types, double *likely);
void find_types(const Model *model, const Page *page, double *likely);
void outline_page(const Page *page, float *out);
/* `spread.c`: means of the first probabilities around each block; a row of AROUND numbers, with those of types. */
void spread(Page *page, const double *guess, const double *types, float *out);
/* `network.c`: how likely each block is content. There are INPUTS numbers to scale for each row, and zeros for so many
 * more that rows are a multiple of ROWS; `odds` has room for as many. */
void run_networks(const Model *model, const float *inputs, int32_t rows, float *odds, double *likely);

/* Log odds as a probability. */
double squashed(double odds);

#endif
