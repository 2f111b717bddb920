/* All visible elements and texts of a page, as the extractors of forums compare them. */
#ifndef POLYTRAWL_TREE_H
#define POLYTRAWL_TREE_H

#include "markup.h"

/* What is known of an element beside its names. Those that may be dated are looked at more closely. */
enum { IN_NOISE = 16, IN_MAIN = 32, IS_CONTROL = 64, IS_DATED = 128, MAY_BE_DATED = 256, IS_AUTHOR = 512, IS_PROFILE = 1024 };

/* An element. Its descendants are the elements behind it up to `stop`, and `first_text` to `last_text` the texts in it. */
typedef struct {
    int32_t parent; /* -1 for the root */
    int32_t depth, stop, first_text, last_text;
    int32_t kind;   /* number in the table, or -1 */
    int32_t look;   /* the same for elements with the same tag, class, id and itemprop */
    int32_t tells;
} Node;

typedef struct {
    int32_t holder; /* the element that holds the text itself */
    int32_t characters;
    uint8_t is_linked, has_two_digits;
    int16_t unused;
} Text;

/* How an element looks. Those with a key in common look alike. */
typedef struct {
    uint64_t tag;
    int32_t first_key, end_key; /* its keys: none where it has no name */
    int32_t tells;
} Look;

typedef struct {
    Memory memory;
    const Tables *tables;
    VECTOR(Node) nodes;
    VECTOR(Text) texts;
    VECTOR(Look) looks;
    VECTOR(uint64_t) keys;
    Map look_numbers;
    Strings written; /* the tag of each element with its attributes */
    Strings said;    /* each text, squeezed */
} Tree;

/* The attributes that tell how an element looks. */
typedef struct {
    Span classes, id, role;
} Named;

void read_tree(Tree *tree, Span html);
/* The number of a look, which is known from now on. */
int32_t look_of(Tree *tree, Span tag, const Named *named);

#endif
