#include "text.h"

bool span_is_in_any_case(Span span, const char *word) {
    size_t size = strlen(word);
    if ((size_t)span_size(span) != size) return false;
    for (size_t n = 0; n < size; n++)
        if (lowered(span.at[n]) != word[n]) return false;
    return true;
}

bool span_begins_in_any_case(Span span, const char *word) {
    size_t size = strlen(word);
    return (size_t)span_size(span) >= size && span_is_in_any_case((Span){span.at, span.at + size}, word);
}

const char *span_find_in_any_case(Span span, const char *word) {
    size_t size = strlen(word);
    for (const char *at = span.at; at + size <= span.end; at++)
        if (span_is_in_any_case((Span){at, at + size}, word)) return at;
    return NULL;
}

uint32_t next_wide_character(const char **at, const char *end) {
    const unsigned char *byte = (const unsigned char *)*at;
    int more = *byte >= 0xf0 ? 3 : *byte >= 0xe0 ? 2 : *byte >= 0xc0 ? 1 : 0;
    if (end - *at <= more) more = 0;
    uint32_t character = more ? *byte & (0x3fu >> more) : *byte;
    for (int n = 1; n <= more; n++) character = character << 6 | (byte[n] & 0x3f);
    *at += more + 1;
    return character;
}

void end_strings(Memory *memory, Strings *strings) {
    if (strings->starts.size) PUSH(memory, &strings->bytes, 0);
}

int32_t begin_string(Memory *memory, Strings *strings) {
    end_strings(memory, strings);
    PUSH(memory, &strings->starts, strings->bytes.size);
    return (int32_t)strings->starts.size - 1;
}

static int32_t last_string(const Strings *strings) { return (int32_t)strings->starts.size - 1; }

static void take_care(Memory *memory, Strings *strings) {
    int32_t number = last_string(strings);
    if (!strings->care.size || strings->care.at[strings->care.size - 1] != number) PUSH(memory, &strings->care, number);
}

/* Visible ASCII: most of most pages. */
static inline bool is_plain(char byte) { return byte > ' ' && byte < 0x7f; }

int32_t add_squeezed(Memory *memory, Strings *strings, const Class *classes, Span text) {
    RESERVE(memory, &strings->bytes, span_size(text) + 1);
    char *begin = strings->bytes.at + strings->bytes.size, *out = begin;
    bool is_begun = strings->bytes.size > strings->starts.at[last_string(strings)], is_between = is_begun;
    int32_t length = 0;
    Class seen = 0;
    while (text.at < text.end) {
        const char *at = text.at;
        Class class = is_plain(*at) ? 0 : class_of(classes, next_character(&text.at, text.end));
        if (class & WHITE) {
            is_between = is_begun;
            continue;
        }
        if (is_between) *out++ = ' ', length++;
        is_between = false;
        is_begun = true;
        length += at < text.at;
        seen |= class;
        while (at < text.at) *out++ = *at++;
        for (; at < text.end && is_plain(*at); length++) *out++ = *at++;
        text.at = at;
    }
    if (seen & CARE) take_care(memory, strings);
    strings->bytes.size += out - begin;
    return length;
}

void add_raw(Memory *memory, Strings *strings, Span text) {
    if (text.at == text.end) return;
    RESERVE(memory, &strings->bytes, span_size(text));
    memcpy(strings->bytes.at + strings->bytes.size, text.at, (size_t)span_size(text));
    strings->bytes.size += span_size(text);
}

void add_value(Memory *memory, Strings *strings, Span written) {
    if (written.at == written.end) return;
    RESERVE(memory, &strings->bytes, span_size(written));
    char *begin = strings->bytes.at + strings->bytes.size;
    strings->bytes.size += copy_without_entities(begin, written) - begin;
}

int32_t squeezed_length(const Class *classes, Span text) {
    int32_t length = 0;
    bool is_between = false;
    while (text.at < text.end) {
        bool is_white = class_of(classes, next_character(&text.at, text.end)) & WHITE;
        length += is_white ? 0 : 1 + is_between;
        is_between = is_white && (length > 0);
    }
    return length;
}

bool is_visible(const Class *classes, Span text) {
    while (text.at < text.end)
        if (!(class_of(classes, next_character(&text.at, text.end)) & (WHITE | SPECIAL))) return true;
    return false;
}

static const char *step_back(const char *at, const char *begin) {
    for (at--; at > begin && (*at & 0xc0) == 0x80; at--) continue;
    return at;
}

Span words_before(const Class *classes, Span text, const char *at, int words, int characters) {
    Span found = {at, at};
    bool is_inside = false;
    while (found.at > text.at && characters--) {
        const char *before = step_back(found.at, text.at), *read = before;
        bool is_white = !is_plain(*read) && class_of(classes, next_character(&read, text.end)) & WHITE;
        if (!is_white && !is_inside && !words--) break;
        is_inside = !is_white;
        found.at = before;
    }
    return found;
}

Span words_behind(const Class *classes, Span text, const char *at, int words, int characters) {
    Span found = {at, at};
    bool is_inside = false;
    while (found.end < text.end && characters--) {
        const char *behind = found.end;
        bool is_plain_one = is_plain(*behind);
        bool is_white = !is_plain_one && class_of(classes, next_character(&behind, text.end)) & WHITE;
        behind += is_plain_one;
        if (!is_white && !is_inside && !words--) break;
        is_inside = !is_white;
        found.end = behind;
    }
    return found;
}

/* The entities that the parser writes; there are just these. */
static const struct {
    const char *written, *character;
} ENTITIES[] = {{"&amp;", "&"}, {"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}, {"&nbsp;", "\xc2\xa0"}};

char *copy_without_entities(char *out, Span written) {
    while (written.at < written.end) {
        const char *entity = memchr(written.at, '&', (size_t)span_size(written));
        size_t plain = (size_t)((entity ? entity : written.end) - written.at);
        memcpy(out, written.at, plain);
        out += plain;
        written.at += plain;
        if (!entity) break;
        size_t size = 1;
        const char *character = "&";
        for (size_t n = 0; n < sizeof ENTITIES / sizeof *ENTITIES; n++)
            if (span_begins(written, ENTITIES[n].written)) {
                size = strlen(ENTITIES[n].written);
                character = ENTITIES[n].character;
            }
        memcpy(out, character, strlen(character));
        out += strlen(character);
        written.at += size;
    }
    return out;
}

static bool is_digit(char byte) { return byte >= '0' && byte <= '9'; }
static bool is_ascii_letter(char byte) { return lowered(byte) >= 'a' && lowered(byte) <= 'z'; }

bool holds_entity(Span text) {
    enum { LONGEST = 11 }; /* a letter or sign, and at most nine more, as in `characters.py` */
    for (const char *at = text.at; at < text.end && (at = memchr(at, '&', (size_t)(text.end - at))); at++) {
        const char *sign = at + 1;
        if (sign < text.end && *sign == '#') sign++;
        while (sign < text.end && sign - at < LONGEST && (is_ascii_letter(*sign) || is_digit(*sign))) sign++;
        if (sign - at > 2 && sign < text.end && *sign == ';') return true;
    }
    return false;
}
