/* What can be measured of the blocks of a page, as columns of numbers. */
#ifndef POLYTRAWL_COLUMNS_H
#define POLYTRAWL_COLUMNS_H

#include "page.h"

enum {
    LEVELS = 4,      /* elements above a block that are looked at, each larger than the one below */
    NEIGHBOURS = 5,  /* columns that are told of the blocks before and behind, too */
    KINDS = 6,       /* of text */
    ELEMENTS = 15,   /* that have a column of their own */
    TELLING = 20,    /* elements that say what the text inside is for */
    FACTS = 8,       /* about the page as a whole */
    WIDTH = 130,     /* of the matrix */
};

/* Kinds of characters that are counted, in the order of their bits. */
enum { LETTERS, DIGITS, CAPITALS, STOPS, COMMAS, SPACES, WIDES, COUNTED };

/* One block in numbers. */
typedef struct {
    int32_t counts[COUNTED];
    double characters, plain, words; /* plain: characters outside of links */
    double links;                    /* share of links */
    double near[NEIGHBOURS];
    bool is_sentence, ends_with_stop, is_heading, is_post;
    int32_t first[LEVELS], end[LEVELS]; /* the elements around it, as ranges of blocks */
    int32_t path;                       /* its group: the blocks with the same path of tags and the same classes */
    int32_t before, behind;             /* blocks with the same text */
    int32_t heading;                    /* the last heading up to here, -1 where there is none */
    double likeness;                    /* to the title of the page */
    bool is_behind_title;
} Measure;

/* The blocks with one path. */
typedef struct {
    int32_t size, sentences, rank;
    double plain, characters;
} Group;

/* An element and the running text that its children hold. */
typedef struct {
    double worth;
    int32_t larger; /* the next element above that holds more blocks */
} Holder;

typedef struct Columns {
    int32_t size; /* blocks */
    Measure *blocks;
    float *matrix; /* WIDTH numbers for each block */
    double *plain_before, *characters_before, *sentences_before; /* sums over the blocks before each; one more at the end */
    VECTOR(Group) groups;
    Holder *holders;
    int32_t top; /* the element that holds most running text */
    double plain; /* of all blocks, at least one */
    double facts[FACTS];
} Columns;

/* `measure.c`: what each block is. */
void measure_blocks(Page *page, Columns *columns, const double *likenesses);
/* `groups.c`: how the text is spread over elements and paths. */
void measure_groups(Page *page, Columns *columns);
/* `matrix.c`: all of it as rows. */
void write_matrix(const Page *page, Columns *columns);

static inline double least(double one, double other) { return one < other ? one : other; }
static inline double most(double one, double other) { return one > other ? one : other; }
static inline const Zone *zone_of(const Page *page, int32_t block) {
    return &page->elements.at[page->block_records[block].element].zone;
}

#endif
