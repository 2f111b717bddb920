#include "markup.h"

static int32_t slot_of(Span name) { return (int32_t)(hash_of(name.at, span_size(name)) & (KIND_SLOTS - 1)); }

int32_t kind_of(const Tables *tables, Span name) {
    size_t size = (size_t)span_size(name);
    if (size >= sizeof tables->kinds->name) return -1;
    for (int32_t slot = slot_of(name); tables->by_hash[slot]; slot = (slot + 1) & (KIND_SLOTS - 1)) {
        const char *own = tables->kinds[tables->by_hash[slot] - 1].name;
        if (!memcmp(name.at, own, size) && !own[size]) return tables->by_hash[slot] - 1;
    }
    return -1;
}

static const char *find_word(const char *at, const char *end, const char *word) {
    for (; (at = find(at, end, *word)) < end; at++)
        if (span_begins((Span){at, end}, word)) return at;
    return end;
}

static bool is_space(char byte) { return byte == ' ' || (byte >= '\t' && byte <= '\r'); }

/* The end of what stands between the name of a tag and its ">". A value may hold brackets. */
static const char *end_of_attributes(const char *at, const char *end) {
    Span rest = {at, end}, name, value;
    while (rest.at < end && *rest.at != '>' && next_attribute(&rest, &name, &value)) continue;
    return find(rest.at, end, '>');
}

static void read_tag(const Tables *tables, const char **at, const char *end, Tag *tag) {
    tag->is_end = *at < end && **at == '/';
    const char *name = *at + tag->is_end;
    for (*at = name; *at < end && **at != '>' && !is_space(**at);) ++*at;
    tag->name = (Span){name, *at};
    tag->attributes = (Span){*at, end_of_attributes(*at, end)};
    tag->kind = kind_of(tables, tag->name);
    *at = tag->attributes.end < end ? tag->attributes.end + 1 : end;
}

/* What is no tag, though it begins like one; the end of it, or NULL. */
static const char *behind_comment(const char *at, const char *end) {
    Span rest = {at, end};
    const char *closing = span_begins(rest, "<!--") ? "-->" : span_begins(rest, "<?") ? ">" : NULL;
    if (!closing) return NULL;
    const char *last = find_word(at + (*closing == '-' ? 4 : 2), end, closing);
    return last < end ? last + strlen(closing) : end;
}

/* The end tag of an element in which nothing else is markup. */
static const char *end_of_raw(const char *at, const char *end, Span name) {
    for (; (at = find_word(at, end, "</")) < end; at++) {
        const char *behind = at + 2 + span_size(name);
        if (behind < end && !memcmp(at + 2, name.at, (size_t)span_size(name)) && (*behind == '>' || is_space(*behind))) break;
    }
    return at;
}

bool next_tag(const Tables *tables, const char **at, const char *end, Span raw, Span *text, Tag *tag) {
    const char *begin = *at, *bracket = raw.at < raw.end ? end_of_raw(begin, end, raw) : find(begin, end, '<');
    *text = (Span){begin, bracket};
    *tag = (Tag){.kind = -1};
    *at = bracket;
    if (bracket == end) return false;
    const char *behind = behind_comment(bracket, end);
    if (behind) {
        *at = behind;
        return true;
    }
    ++*at;
    read_tag(tables, at, end, tag);
    return true;
}

bool next_attribute(Span *attributes, Span *name, Span *value) {
    const char *at = attributes->at, *end = attributes->end;
    while (at < end && is_space(*at)) at++;
    *name = *value = (Span){at, at};
    if (at == end || *at == '>') return attributes->at = at, false;
    /* A name may begin with an equals sign, and hold quotation marks: pages are full of slips. */
    for (at++; at < end && *at != '=' && *at != '>' && !is_space(*at);) at++;
    name->end = at;
    if (end - at > 1 && at[0] == '=' && at[1] == '"') {
        value->at = at + 2;
        value->end = find(at + 2, end, '"');
        at = value->end < end ? value->end + 1 : end;
    } else if (at < end && *at == '=') {
        at++;
    }
    attributes->at = at;
    return true;
}

Span value_of(Span attributes, const char *wanted) {
    Span name, value;
    while (next_attribute(&attributes, &name, &value))
        if (span_is(name, wanted)) return value;
    return (Span){attributes.end, attributes.end};
}

/* Whether a style says this, such as "display" and "none". */
static bool is_styled(Span style, const char *property, const char *value) {
    const char *at;
    while ((at = span_find_in_any_case(style, property))) {
        style.at = at + strlen(property);
        Span rest = style;
        while (rest.at < rest.end && is_space(*rest.at)) rest.at++;
        if (rest.at == rest.end || *rest.at++ != ':') continue;
        while (rest.at < rest.end && is_space(*rest.at)) rest.at++;
        size_t size = strlen(value);
        if ((size_t)span_size(rest) >= size && span_is_in_any_case((Span){rest.at, rest.at + size}, value)) return true;
    }
    return false;
}

bool is_hidden(Span attributes) {
    Span name, value;
    while (next_attribute(&attributes, &name, &value)) {
        if (span_is(name, "hidden")) return true;
        if (span_is(name, "aria-hidden") && span_is_in_any_case(value, "true")) return true;
        if (span_is(name, "style") && (is_styled(value, "display", "none") || is_styled(value, "visibility", "hidden")))
            return true;
    }
    return false;
}

bool is_listed(const char *list, Span word) {
    for (; word.at < word.end && *list; list += strlen(list) + 1)
        if (span_is(word, list)) return true;
    return false;
}
