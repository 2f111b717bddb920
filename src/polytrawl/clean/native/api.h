/* What Python calls, by `__init__.py`. Functions that need memory give NULL or false where there is none left. */
#ifndef POLYTRAWL_API_H
#define POLYTRAWL_API_H

#include "alike.h"
#include "model.h"

#define EXPORTED __attribute__((visibility("default")))

/* What Python reads of a page; it belongs to the page. */
typedef struct {
    const char *strings; /* UTF-8, one behind the other, with a zero behind each */
    const int32_t *care; /* numbers of those that must be looked at more closely */
    const Block_Record *blocks;
    const Fact_Record *facts;
    int64_t string_bytes, care_count, blocks_count, links_count, facts_count, elements_count;
    int64_t is_escaped_twice; /* whether text may hold entities that were */
} View;

/* A block element, for those who make models and for tests. */
typedef struct {
    int32_t above, first, end, kind, words, words_end;
} Element_Record;

/* What Python reads of a tree; it belongs to the tree. */
typedef struct {
    const Node *nodes;
    const Text *texts;
    const char *written, *said;
    const int32_t *care; /* numbers of texts that must be looked at more closely */
    int64_t nodes_count, texts_count, written_bytes, said_bytes, care_count;
} Tree_View;

/* Groups of elements that look alike; they belong to the tree. */
typedef struct {
    const Alike *groups;
    const Member *members;
    int64_t groups_count, members_count;
} Alike_View;

/* The size of the structure with this number, as they are listed in `__init__.py`; it checks that both are the same. */
EXPORTED int64_t structure_size(int32_t number);

EXPORTED void prepare_tables(Tables *tables);

/* Whether UTF-8 may hold something that was once read as another encoding. */
EXPORTED bool text_may_be_broken(const char *text, int64_t size, bool is_ascii);

/* Copies a page as it came without what never becomes text, thinned out where it would take the parser too long. There
 * must be room for all of it. Gives the size, -1 where there is no memory left, and how many start tags there are. */
EXPORTED int64_t page_thin(const Tables *tables, const char *html, int64_t size, char *out, int64_t *starts);

EXPORTED Page *page_read(const Tables *tables, const char *html, int64_t size);
EXPORTED void page_view(const Page *page, View *view);
EXPORTED void page_free(Page *page);

/* The text of a block that was looked at more closely. */
EXPORTED bool page_replace(Page *page, int32_t block, const char *text, int64_t size, int32_t characters);
/* How like the title each block is. Gives the matrix. */
EXPORTED const float *page_measure(Page *page, const double *likenesses);
EXPORTED void page_words(const Page *page, double *out); /* in each block of a measured page */
EXPORTED void page_outline(const Page *page, float *out);
EXPORTED bool page_spread(Page *page, const double *guess, const double *types, float *out);
EXPORTED void page_elements(const Page *page, Element_Record *out);
EXPORTED const int32_t *page_own_words(const Page *page);
EXPORTED const char *page_word(const Page *page, int32_t number, int64_t *size); /* NULL behind the last one */

EXPORTED Tree *tree_new(const Tables *tables, const char *html, int64_t size);
EXPORTED void tree_view(const Tree *tree, Tree_View *view);
/* `dates` tells which texts hold a date; some elements that may be dated are. */
EXPORTED bool tree_alike(Tree *tree, const uint8_t *dates, const int32_t *dated, int64_t dated_count, Alike_View *view);
EXPORTED void tree_free(Tree *tree);

EXPORTED Model *model_new(const Parameters *parameters);
EXPORTED void model_free(Model *model);
EXPORTED void model_types(const Model *model, const Page *page, double *likely);
EXPORTED bool model_guess(const Model *model, Page *page, double *guess);
EXPORTED bool model_content(const Model *model, Page *page, const double *types, double *likely);

#endif
