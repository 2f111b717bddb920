/* Whether a page may hold UTF-8 that was once read as another encoding. `mojibake.py` says what that looks like. */
#include "api.h"

static bool is_lead(const char *at, const char *end, int offset) {
    return end - at > offset && at[offset] && strchr("\xc2\xe2\xc5\xc6\xcb", at[offset]);
}

static bool is_between(char byte, unsigned char first, unsigned char last) {
    return (unsigned char)byte >= first && (unsigned char)byte <= last;
}

/* A letter from Â to ô, then the first byte of what can follow it if both are bytes of a broken letter. */
static bool begins_broken(const char *at, const char *end) {
    if (!is_lead(at, end, 2)) return false;
    if (is_between(at[1], 0x82, 0x9f)) return true;
    return is_between(at[1], 0xa0, 0xb4) && is_lead(at, end, at[2] == '\xe2' ? 5 : 4);
}

/* A control character that no page means. 85 ends a line. */
static bool is_control(const char *at, const char *end) {
    return end - at > 1 && is_between(at[1], 0x80, 0x9f) && at[1] != '\x85';
}

/* A letter from Â to ô as an entity. */
static bool is_entity(const char *at, const char *end) {
    static const char *const LETTERS[] = {"&Atilde;", "&Acirc;", "&Auml;", "&Aring;", "&acirc;", "&ETH;", "&Ntilde;", "&Icirc;",
                                          "&Iuml;", "&#194;", "&#195;", "&#196;", "&#197;", "&#206;", "&#207;", "&#208;",
                                          "&#209;", "&#226;", NULL};
    if (end - at < 5 || !strchr("AaENI#", at[1])) return false;
    for (const char *const *letter = LETTERS; *letter; letter++)
        if (span_begins((Span){at, end}, *letter)) return true;
    return false;
}

static bool finds(const char *at, const char *end, char first, bool (*is_it)(const char *, const char *)) {
    for (; at < end && (at = memchr(at, first, (size_t)(end - at))); at++)
        if (is_it(at, end)) return true;
    return false;
}

bool text_may_be_broken(const char *text, int64_t size, bool is_ascii) {
    const char *end = text + size;
    if (finds(text, end, '&', is_entity)) return true;
    return !is_ascii && (finds(text, end, '\xc3', begins_broken) || finds(text, end, '\xc2', is_control));
}
