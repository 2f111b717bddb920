/* Text in UTF-8: what characters are, and how they are written for Python. */
#ifndef POLYTRAWL_TEXT_H
#define POLYTRAWL_TEXT_H

#include <stdbool.h>
#include <string.h>

#include "memory.h"

/* A piece of text that belongs to somebody else. */
typedef struct {
    const char *at, *end;
} Span;

static inline int64_t span_size(Span span) { return span.end - span.at; }

/* Where a byte stands; the end where it does not. */
static inline const char *find(const char *at, const char *end, char what) {
    const char *found = at < end ? memchr(at, what, (size_t)(end - at)) : NULL;
    return found ? found : end;
}

static inline bool span_is(Span span, const char *word) {
    size_t size = strlen(word);
    return (size_t)span_size(span) == size && !memcmp(span.at, word, size);
}

static inline bool spans_match(Span one, Span other) {
    return span_size(one) == span_size(other) && !memcmp(one.at, other.at, (size_t)span_size(one));
}

/* Whether the span begins with the word. */
static inline bool span_begins(Span span, const char *word) {
    size_t size = strlen(word);
    return (size_t)span_size(span) >= size && !memcmp(span.at, word, size);
}

bool span_is_in_any_case(Span span, const char *word);
bool span_begins_in_any_case(Span span, const char *word);
/* Where the word begins in the span, in any case; NULL where it does not. The word is in small letters. */
const char *span_find_in_any_case(Span span, const char *word);

/* What a character is; a bit for each. The table has one entry for each character below PLANE, and one for all others.
 * It is made by `letters.py`. */
enum { LETTER = 1, DIGIT = 2, UPPER = 4, STOP = 8, COMMA = 16, SPACE = 32, WIDE = 64, WHITE = 128, SPECIAL = 256, CARE = 512 };
#define PLANE 0x10000
#define LAST_VISIBLE 0xf0000 /* what follows is private use */

typedef uint16_t Class;

static inline Class class_of(const Class *classes, uint32_t character) {
    if (character < PLANE) return classes[character];
    return character < LAST_VISIBLE ? classes[PLANE] : SPECIAL | CARE;
}

/* The character at `*at`, which moves behind it. Bytes that are no UTF-8 are characters of their own. */
uint32_t next_wide_character(const char **at, const char *end);

static inline uint32_t next_character(const char **at, const char *end) {
    if ((signed char)**at >= 0) return (unsigned char)*(*at)++;
    return next_wide_character(at, end);
}

static inline bool is_white_byte(char byte) {
    return byte == ' ' || (byte >= '\t' && byte <= '\r') || (byte >= 0x1c && byte <= 0x1f);
}

static inline char lowered(char letter) { return letter >= 'A' && letter <= 'Z' ? (char)(letter + 32) : letter; }

/* All strings that are given to Python, one behind the other, and where each begins. A zero ends each. */
typedef struct {
    VECTOR(char) bytes;
    VECTOR(int64_t) starts;
    VECTOR(int32_t) care; /* numbers of those in which something must be looked at more closely */
} Strings;

/* Begins a string; what is added belongs to it. Gives its number. */
int32_t begin_string(Memory *memory, Strings *strings);
void end_strings(Memory *memory, Strings *strings);
/* Adds text with single plain spaces, without those around it, and one behind what is there. Gives how many characters. */
int32_t add_squeezed(Memory *memory, Strings *strings, const Class *classes, Span text);
/* Adds text as it is. */
void add_raw(Memory *memory, Strings *strings, Span text);
/* Adds text or a value as the parser has written it, without the entities. */
void add_value(Memory *memory, Strings *strings, Span written);

/* How long a text is when it is squeezed. */
int32_t squeezed_length(const Class *classes, Span text);
/* Whether there is a character in it that can be seen. */
bool is_visible(const Class *classes, Span text);
/* Up to so many characters before, or behind; and of them up to so many words. */
Span words_before(const Class *classes, Span text, const char *at, int words, int characters);
Span words_behind(const Class *classes, Span text, const char *at, int words, int characters);

/* Whether there is still an entity in it once it is copied without its entities. */
bool holds_entity(Span text);
/* Copies written text without its entities; gives the end. There must be room for all of it. */
char *copy_without_entities(char *out, Span written);

#endif
