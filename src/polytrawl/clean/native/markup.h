/* Pages as the parser writes them out again: tags, attributes, texts. There every element is closed, all names are in
 * small letters, and all values are in double quotation marks, which are escaped within.
 */
#ifndef POLYTRAWL_MARKUP_H
#define POLYTRAWL_MARKUP_H

#include "text.h"

/* What a tag means for the text around it. */
enum { NOTHING, OPEN, RULE, BREAK, LINK, PICTURE, FRAME, SKIPPED };
/* What else is to be known of elements. */
enum {
    VOID = 1,            /* it has no end tag */
    RAW = 2,             /* what stands inside is no markup */
    PREFORMATTED = 4,
    NOISE = 8,
    MAIN = 16,
    WHOLE_PAGE = 32,     /* its classes say nothing about a part of it */
    FACT = 64,           /* it tells something about the page */
    PHRASE = 128,        /* it stands inside of a sentence or a word */
    HEADER = 256,
    PARAGRAPH = 512,
    TELLING_TEXT = 1024, /* a fact that its text tells */
    /* On pages as they came, see `thin.c`. */
    NO_TEXT = 2048,
    FOREIGN = 4096,      /* what stands inside is not HTML */
    RAW_AS_IT_CAME = 8192,
    FORMATTING = 16384,  /* opened again in each paragraph until it is closed */
    FLAT = 32768,        /* it does not add up to depth */
    CONTROL = 65536,     /* a button or a field */
};

/* One element, as `markup.py` describes it. */
typedef struct {
    char name[12];
    int32_t flags;
    int8_t meaning;
    int8_t kind;   /* of the text inside; -1 where it is that of the element above */
    int8_t level;  /* of a heading */
    int8_t bit;    /* among those that say what their text is for; -1 */
    int8_t column; /* among the columns for elements; -1 */
} Element_Kind;

enum { KIND_SLOTS = 1024 }; /* several times as many as there are elements */

/* What names of elements tell, and what may follow a word in a name. */
enum { NAMES_NOISE = 1, NAMES_MAIN = 2, NAMES_POST = 4, NAMES_AUTHOR = 8 };
enum { ENDS_ANYHOW, ENDS_WHOLE, ENDS_AS_POST, ENDS_AS_AUTHOR };
enum { LETTERS_OF_NAMES = 26 };

/* A word in classes and ids. */
typedef struct {
    char word[14];
    int8_t tells, end;
} Name_Word;

/* What is the same for all pages. */
typedef struct {
    const Class *classes;
    const Element_Kind *kinds;
    int32_t kind_count;
    int32_t text, cell, heading;                         /* kinds of text */
    int32_t table, item;                                 /* bits of elements */
    /* In lists, each word ends with a zero, the list with an empty one. */
    const char *noise_roles, *post_endings, *author_endings, *fact_attributes;
    const char *profile_folders, *profile_queries, *profile_parts;
    const Name_Word *names;                   /* in the order of the alphabet */
    int16_t first_name[LETTERS_OF_NAMES + 1]; /* where the words of each letter begin */
    int16_t by_hash[KIND_SLOTS];                         /* one more than the number of a kind; 0 for none */
} Tables;

/* The number of the kind of an element, -1 where there is nothing to say of it. */
int32_t kind_of(const Tables *tables, Span name);

typedef struct {
    Span name, attributes;
    bool is_end;
    int32_t kind; /* number in the table, or -1 */
} Tag;

/* Reads on from `*at`: the text up to the next tag, and the tag. False at the end of the page, where there is only text.
 * `raw` is the name of the element in which nothing is markup but its end; empty elsewhere. */
bool next_tag(const Tables *tables, const char **at, const char *end, Span raw, Span *text, Tag *tag);

/* Reads the next attribute; false when there is none left. */
bool next_attribute(Span *attributes, Span *name, Span *value);
/* The value of an attribute; empty where it is not there. */
Span value_of(Span attributes, const char *name);

/* Whether an element is hidden, by its attributes. */
bool is_hidden(Span attributes);
/* Whether the word is in the list. */
bool is_listed(const char *list, Span word);

#endif
