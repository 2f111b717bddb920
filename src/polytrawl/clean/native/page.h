/* One page while it is looked at: what `scan.c` finds, what `zone.c` says of it, and what is given to Python. */
#ifndef POLYTRAWL_PAGE_H
#define POLYTRAWL_PAGE_H

#include "markup.h"

/* A piece of text between two block tags or two <br>, from where to where in the text of the page. */
typedef struct {
    int64_t start, end;
    int32_t element;
} Block;

/* What holds for all text inside an element. */
typedef struct {
    int32_t path;               /* the same for elements with the same tags above them; 0 for the page */
    int32_t post;               /* path of the nearest element that may hold a post; 0 where there is none */
    int32_t depth;
    uint32_t within;            /* bits of the telling elements around */
    uint64_t names;             /* hash of the words in class and id of the element; 0 where there are none */
    int32_t words, words_end;   /* their range in `own_words` */
    int8_t kind, level, column;
    bool is_noise, is_main, is_hidden;
} Zone;

/* A block element. The first one stands for the whole page. */
typedef struct {
    int32_t above;      /* number of the element around it */
    int32_t first, end; /* its blocks */
    int32_t kind;       /* number in the table */
    Span attributes;
    Zone zone;
} Element;

typedef struct {
    Span attributes;
    int64_t start, end; /* in the text of the page */
    Span picture;       /* attributes of the first picture in it */
    int32_t kind;
} Place;

/* An element that tells something about the page. */
typedef struct {
    int32_t kind;
    bool is_in_head;
    Span attributes, text;
} Fact;

/* What Python reads of a block, a link and a fact. Numbers of strings are those in `Strings`. */
typedef struct {
    int32_t element, characters, link_characters;
    int8_t kind, level;
    uint8_t is_noise, is_main, is_hidden, is_post;
    int16_t unused;
} Block_Record;

/* A block has one string. A link has seven: address, anchor, context, rel, hreflang, label, address of a picture. A fact
 * has its text, and a name and a value for each attribute. */
typedef struct {
    int32_t kind, is_in_head, first_string, attributes;
} Fact_Record;

typedef struct {
    Memory memory;
    const Tables *tables;
    VECTOR(char) text; /* all text of the page, raw */
    VECTOR(Block) blocks;
    VECTOR(Element) elements;
    VECTOR(Place) places;
    VECTOR(Fact) facts;
    bool is_escaped_twice; /* whether text may hold entities that were */
    VECTOR(int32_t) own_words; /* numbers of words */
    VECTOR(Span) words;        /* those that differ, in small letters */
    VECTOR(uint64_t) word_hashes;
    Map word_numbers, paths;
    VECTOR(int32_t) posts_of; /* by path: how many elements with it may hold a post */
    VECTOR(int32_t) post_above; /* and the path of the next such element above */
    Strings strings;
    Span *tidied; /* by block: its text as Python has tidied it; empty where that was not needed, NULL where nowhere */
    Block_Record *block_records;
    Fact_Record *fact_records;
    struct Columns *columns; /* once it is measured */
} Page;

/* `scan.c`: where blocks, block elements, links and facts begin and end. */
void scan(Page *page, Span html);
/* `zone.c`: what tags, classes and ids say about the text inside the elements. */
void read_zones(Page *page);
bool is_in_post(const Page *page, const Zone *zone);
/* `records.c`: strings and records for Python. */
void write_records(Page *page);
Span text_of(const Page *page, int32_t block);
void replace_text(Page *page, int32_t block, Span text, int32_t characters);

#endif
