#include "came.h"

static bool is_letter(char byte) { return lowered(byte) >= 'a' && lowered(byte) <= 'z'; }

bool begins_comment(const char *at, const char *end) { return span_begins((Span){at, end}, "<!--"); }

bool begins_tag(const char *at, const char *end) {
    at += end - at > 2 && at[1] == '/' ? 2 : 1;
    return at < end && is_letter(*at);
}

/* The value behind an equals sign. */
static const char *behind_value(const char *at, const char *end) {
    while (at < end && is_html_space(*at)) at++;
    if (at < end && (*at == '"' || *at == '\'')) {
        at = find(at + 1, end, *at);
        return at < end ? at + 1 : end;
    }
    while (at < end && *at != '>' && !is_html_space(*at)) at++;
    return at;
}

static const char *behind_attribute(const char *at, const char *end) {
    at++; /* a name may begin with an equals sign */
    while (at < end && *at != '=' && *at != '>' && *at != '/' && !is_html_space(*at)) at++;
    const char *name_end = at;
    while (at < end && is_html_space(*at)) at++;
    return at < end && *at == '=' ? behind_value(at + 1, end) : name_end;
}

bool next_attribute_as_it_came(const char **at, const char *end, Span *attribute) {
    while (*at < end && (is_html_space(**at) || **at == '/')) ++*at;
    attribute->at = *at;
    if (*at == end || **at == '>') return false;
    attribute->end = *at = behind_attribute(*at, end);
    return true;
}

static bool tells(Span attributes, const char *word) { return span_find_in_any_case(attributes, word) != NULL; }

static bool is_data_told(Span name) {
    static const char *const TOLD[] = {"src", "srcset", "original", "lazy-src", "time", "timestamp", NULL};
    for (const char *const *word = TOLD; *word; word++)
        if (span_is_in_any_case((Span){name.at + 5, name.end}, *word)) return true;
    return false;
}

/* Whether an attribute is there for layout, scripts or readers of the screen: nothing here reads it. On 190 pages they
 * are an eighth of what is given to the parser. */
static bool is_idle(Span attribute) {
    Span name = {attribute.at, attribute.at};
    while (name.end < attribute.end && *name.end != '=' && !is_html_space(*name.end)) name.end++;
    switch (lowered(*name.at)) {
        case 'a':
            return span_begins_in_any_case(name, "aria-") && !span_is_in_any_case(name, "aria-hidden");
        case 'd':
            return span_begins_in_any_case(name, "data-") && !is_data_told(name);
        case 'h':
            return span_is_in_any_case(name, "height");
        case 'l':
            return span_is_in_any_case(name, "loading");
        case 'o':
            return span_begins_in_any_case(name, "on");
        case 's': /* a style may hide the element */
            return span_is_in_any_case(name, "style") && !tells(attribute, "none") && !tells(attribute, "hidden");
        case 't':
            return span_is_in_any_case(name, "target") || span_is_in_any_case(name, "tabindex");
        case 'v':
            return span_is_in_any_case(name, "value");
        case 'w':
            return span_is_in_any_case(name, "width");
        default:
            return false;
    }
}

static void note_attribute(Came *tag, Span attribute, int count) {
    if (span_size(attribute) > LONGEST_ATTRIBUTE || count > MAX_ATTRIBUTES) tag->is_excessive = true;
    if (tag->idle_count < MOST_IDLE && is_idle(attribute)) tag->idle[tag->idle_count++] = attribute;
}

bool read_tag_as_it_came(const Tables *tables, const char *at, const char *end, Came *tag) {
    tag->is_end = at[1] == '/';
    tag->whole.at = at;
    tag->is_excessive = false;
    tag->idle_count = 0;
    int size = 0, count = 0;
    Span attribute;
    for (at += 1 + tag->is_end; at < end && *at != '>' && *at != '/' && !is_html_space(*at); at++)
        if (size < LONGEST_TAG_NAME) tag->letters[size++] = lowered(*at);
    tag->name = (Span){tag->letters, tag->letters + size};
    tag->attributes.at = at;
    while (next_attribute_as_it_came(&at, end, &attribute)) note_attribute(tag, attribute, ++count);
    tag->attributes.end = at;
    tag->whole.end = at < end ? at + 1 : end;
    int32_t kind = kind_of(tables, tag->name);
    tag->flags = kind >= 0 ? tables->kinds[kind].flags : 0;
    return at < end;
}

/* Whether a tag with this name stands at a "<". */
static bool is_tag_of(const char *at, const char *end, bool is_end, Span name) {
    const char *behind = at + 1 + is_end + span_size(name);
    if (behind >= end || (is_end && at[1] != '/')) return false;
    for (int n = 0; n < span_size(name); n++)
        if (lowered(at[1 + is_end + n]) != name.at[n]) return false;
    return *behind == '>' || *behind == '/' || is_html_space(*behind);
}

const char *end_of_raw_as_it_came(const char *at, const char *end, Span name) {
    for (at = find(at, end, '<'); at < end && !is_tag_of(at, end, true, name); at = find(at + 1, end, '<')) continue;
    return at;
}

const char *behind_tag(const char *at, const char *end) {
    at = find(at, end, '>');
    return at < end ? at + 1 : end;
}

const char *behind_comment(const char *at, const char *end) {
    at += 4;
    if (at < end && *at == '>') return at + 1;
    if (end - at > 1 && at[0] == '-' && at[1] == '>') return at + 2;
    for (at = find(at, end, '-'); end - at > 2; at = find(at + 1, end, '-')) {
        if (at[1] != '-') continue;
        if (at[2] == '>') return at + 3;
        if (at[2] == '!' && end - at > 3 && at[3] == '>') return at + 4;
    }
    return end;
}

/* Reads on to the next tag; what is no tag is passed over. */
static bool next_as_it_came(const Tables *tables, const char **at, const char *end, Came *tag) {
    for (*at = find(*at, end, '<'); *at < end; *at = find(*at + 1, end, '<')) {
        if (begins_comment(*at, end))
            *at = behind_comment(*at, end) - 1;
        else if (begins_tag(*at, end))
            return read_tag_as_it_came(tables, *at, end, tag);
    }
    return false;
}

/* Whether an element can stand in a drawing. All other ones of HTML would end it. */
static bool is_drawn(const Tables *tables, Span name) {
    return kind_of(tables, name) < 0 || span_is(name, "a") || span_is(name, "title") || span_is(name, "style");
}

/* Where a drawing ends that holds no other one, or NULL. */
static const char *behind_drawing(const Tables *tables, const char *at, const char *end) {
    for (Came tag; next_as_it_came(tables, &at, end, &tag); at = tag.whole.end) {
        if (span_is(tag.name, "svg")) return tag.is_end ? tag.whole.end : NULL;
        if (!is_drawn(tables, tag.name)) return NULL;
    }
    return NULL;
}

const char *behind_no_text(const Tables *tables, const Came *tag, const char *end) {
    if (tag->is_end) return NULL;
    if (tag->flags & NO_TEXT && !tells(tag->attributes, "ld+json"))
        return behind_tag(end_of_raw_as_it_came(tag->whole.end, end, tag->name), end);
    if (span_is(tag->name, "svg") && tag->whole.end[-2] != '/') return behind_drawing(tables, tag->whole.end, end);
    return NULL;
}
