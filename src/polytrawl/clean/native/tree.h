/* All visible elements and texts of a page, as the extractors of forums compare them. */
#ifndef POLYTRAWL_TREE_H
#define POLYTRAWL_TREE_H

#include "markup.h"

/* What the attributes of an element may tell, so that only those that may are looked at more closely. */
enum { TELLS_DATE = 1, TELLS_AUTHOR = 2 };

/* An element. Its descendants are the elements behind it up to `stop`, and `first_text` to `last_text` the texts in it. */
typedef struct {
    int32_t parent; /* -1 for the root */
    int32_t depth, stop, first_text, last_text;
    int32_t kind;   /* number in the table, or -1 */
    int32_t like;   /* the first element with the same tag, class, id and itemprop */
    int32_t tells;
} Node;

typedef struct {
    int32_t holder; /* the element that holds the text itself */
    int32_t is_linked;
} Text;

typedef struct {
    Memory memory;
    const Tables *tables;
    VECTOR(Node) nodes;
    VECTOR(Text) texts;
    Map likes;
    Strings written; /* the tag of each element with its attributes */
    Strings said;    /* each text, squeezed */
} Tree;

void read_tree(Tree *tree, Span html);

#endif
