/* Tags of pages as they came: any case, any slips. They are read as the standard says, so that nothing can hide. */
#ifndef POLYTRAWL_CAME_H
#define POLYTRAWL_CAME_H

#include "markup.h"

enum {
    MAX_ATTRIBUTES = 5000,    /* of one tag; twice as many take 0.2 s */
    LONGEST_ATTRIBUTE = 8000, /* as of addresses; what is longer is data, some pages hold a megabyte of it */
    LONGEST_TAG_NAME = 31,    /* longer names differ in what comes first */
    MOST_IDLE = 16,           /* attributes that are left out of one tag; there is no harm in more */
};

typedef struct {
    Span whole, attributes;
    char letters[LONGEST_TAG_NAME + 1];
    Span name; /* in small letters */
    int flags; /* of its element */
    bool is_end, is_excessive;
    Span idle[MOST_IDLE]; /* attributes that tell nothing */
    int idle_count;
} Came;

static inline bool is_html_space(char byte) {
    return byte == ' ' || byte == '\t' || byte == '\n' || byte == '\f' || byte == '\r';
}

bool begins_comment(const char *at, const char *end);
bool begins_tag(const char *at, const char *end);
/* `<!-->` and `<!--->` are whole: nothing is inside. */
const char *behind_comment(const char *at, const char *end);
const char *behind_tag(const char *at, const char *end);
/* Reads the next attribute with the space behind it; false behind the last one. */
bool next_attribute_as_it_came(const char **at, const char *end, Span *attribute);
/* Reads the tag at a "<" that has a letter behind it, or a slash and a letter. False where it is never closed: what is
 * left of the page is then no text, either. */
bool read_tag_as_it_came(const Tables *tables, const char *at, const char *end, Came *tag);
/* Where the end tag stands of an element in which nothing else is markup. */
const char *end_of_raw_as_it_came(const char *at, const char *end, Span name);
/* What the tag begins that never becomes text ends here; NULL for all others. JSON-LD tells about the page. */
const char *behind_no_text(const Tables *tables, const Came *tag, const char *end);

#endif
