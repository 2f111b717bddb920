/* Pages as they came: what never becomes text is left out, and a page that would take the parser too long is thinned
 * out. Tags are read as the standard says, so that nothing can hide from the count.
 *
 * Parsers that follow the standard are quadratic in three ways: in the depth of open elements (200 000 nested divs took
 * lexbor 104 s), in formatting elements that are never closed and are opened again in each paragraph (a page of 27 KB
 * made a tree of 700 MB), and in the attributes of one tag (100 000 took 17 s).
 */
#include "api.h"

enum {
    FEW_TAGS = 2000,       /* a page with fewer is harmless: the worst one found took 0.3 s and 180 MB */
    MANY_TAGS = 10000,     /* one with fewer may be as deep as it likes: the worst of 24 kinds of nesting took 0.2 s */
    MAX_DEPTH = 1000,      /* real pages stay under 200; browsers stop at 512 */
    MAX_FORMATTING = 16,
    MAX_ATTRIBUTES = 5000, /* of one tag; twice as many take 0.2 s */
    LONGEST_ATTRIBUTE = 8000, /* as of addresses; what is longer is data, some pages hold a megabyte of it */
    LONGEST_NAME = 31,     /* longer names differ in what comes first */
    MOST_IDLE = 16,        /* attributes that are left out of one tag; there is no harm in more */
};

/* A tag as it came, any case, any slips. */
typedef struct {
    Span whole, attributes;
    char letters[LONGEST_NAME + 1];
    Span name; /* in small letters */
    int flags; /* of its element */
    bool is_end, is_excessive;
    Span idle[MOST_IDLE]; /* attributes that tell nothing */
    int idle_count;
} Came;

typedef struct {
    const Tables *tables;
    Memory memory;
    Map open, left_out; /* by name: how many elements are open, and of how many the tags were left out */
    char *begin, *out;
    int64_t tags, starts;
    int32_t depth, formatting, deepest, most_formatting;
    /* Whether a drawing or a formula was opened: no element is raw in one. What closes it is too hard to tell here. */
    bool is_foreign;
    bool is_second; /* whether the page is thinned out */
} Thinning;

static bool is_space(char byte) { return byte == ' ' || byte == '\t' || byte == '\n' || byte == '\f' || byte == '\r'; }

static bool is_letter(char byte) { return lowered(byte) >= 'a' && lowered(byte) <= 'z'; }

static const char *find(const char *at, const char *end, char what) {
    const char *found = at < end ? memchr(at, what, (size_t)(end - at)) : NULL;
    return found ? found : end;
}

static bool begins_comment(const char *at, const char *end) { return span_begins((Span){at, end}, "<!--"); }

static bool begins_tag(const char *at, const char *end) {
    at += end - at > 2 && at[1] == '/' ? 2 : 1;
    return at < end && is_letter(*at);
}

/* The value behind an equals sign. */
static const char *behind_value(const char *at, const char *end) {
    while (at < end && is_space(*at)) at++;
    if (at < end && (*at == '"' || *at == '\'')) {
        at = find(at + 1, end, *at);
        return at < end ? at + 1 : end;
    }
    while (at < end && *at != '>' && !is_space(*at)) at++;
    return at;
}

static const char *behind_attribute(const char *at, const char *end) {
    at++; /* a name may begin with an equals sign */
    while (at < end && *at != '=' && *at != '>' && *at != '/' && !is_space(*at)) at++;
    const char *name_end = at;
    while (at < end && is_space(*at)) at++;
    return at < end && *at == '=' ? behind_value(at + 1, end) : name_end;
}

/* Reads the next attribute with the space behind it; false behind the last one. */
static bool next_attribute_as_it_came(const char **at, const char *end, Span *attribute) {
    while (*at < end && (is_space(**at) || **at == '/')) ++*at;
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
    while (name.end < attribute.end && *name.end != '=' && !is_space(*name.end)) name.end++;
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

/* Reads the tag at a "<" that has a letter behind it, or a slash and a letter. False where it is never closed: what is
 * left of the page is then no text, either. */
static bool read_tag(const Tables *tables, const char *at, const char *end, Came *tag) {
    tag->is_end = at[1] == '/';
    tag->whole.at = at;
    tag->is_excessive = false;
    tag->idle_count = 0;
    int size = 0, count = 0;
    Span attribute;
    for (at += 1 + tag->is_end; at < end && *at != '>' && *at != '/' && !is_space(*at); at++)
        if (size < LONGEST_NAME) tag->letters[size++] = lowered(*at);
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
    return *behind == '>' || *behind == '/' || is_space(*behind);
}

/* Where the end tag stands of an element in which nothing else is markup. */
static const char *end_of_raw(const char *at, const char *end, Span name) {
    for (at = find(at, end, '<'); at < end && !is_tag_of(at, end, true, name); at = find(at + 1, end, '<')) continue;
    return at;
}

static const char *behind_tag(const char *at, const char *end) {
    at = find(at, end, '>');
    return at < end ? at + 1 : end;
}

/* `<!-->` and `<!--->` are whole: nothing is inside. */
static const char *behind_comment(const char *at, const char *end) {
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
            return read_tag(tables, *at, end, tag);
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

/* What the tag begins that never becomes text ends here; NULL for all others. JSON-LD tells about the page. */
static const char *behind_no_text(const Tables *tables, const Came *tag, const char *end) {
    if (tag->is_end) return NULL;
    if (tag->flags & NO_TEXT && !tells(tag->attributes, "ld+json"))
        return behind_tag(end_of_raw(tag->whole.end, end, tag->name), end);
    if (span_is(tag->name, "svg") && tag->whole.end[-2] != '/') return behind_drawing(tables, tag->whole.end, end);
    return NULL;
}

static void keep(Thinning *thinning, Span span) {
    memmove(thinning->out, span.at, (size_t)span_size(span));
    thinning->out += span_size(span);
}

/* Where something is left out, a "<" before it must not begin a tag with what comes behind it. */
static void leave_gap(Thinning *thinning, bool parts_words) {
    bool is_behind_bracket = thinning->out > thinning->begin && thinning->out[-1] == '<';
    if (is_behind_bracket || parts_words) *thinning->out++ = ' ';
}

static int32_t *count_of(Thinning *thinning, Map *map, const Came *tag) {
    return map_at(&thinning->memory, map, hash_of(tag->name.at, span_size(tag->name)), 0);
}

/* An end tag without its start tag closes nothing. */
static void count_depth(Thinning *thinning, const Came *tag) {
    int32_t *open = count_of(thinning, &thinning->open, tag), step = tag->is_end ? -1 : 1;
    if (tag->is_end && !*open) return;
    *open += step;
    thinning->depth += step;
    thinning->formatting += tag->flags & FORMATTING ? step : 0;
    if (thinning->depth > thinning->deepest) thinning->deepest = thinning->depth;
    if (thinning->formatting > thinning->most_formatting) thinning->most_formatting = thinning->formatting;
}

/* Whether the tag stays on a page that is thinned out: none of formatting does, and none of what stands too deep. */
static bool stays(Thinning *thinning, const Came *tag) {
    if (tag->flags & FORMATTING) return false;
    int32_t *left_out = count_of(thinning, &thinning->left_out, tag);
    if (tag->is_end && *left_out) return --*left_out, false;
    if (!tag->is_end && thinning->depth >= MAX_DEPTH) return ++*left_out, false;
    count_depth(thinning, tag);
    return true;
}

static void keep_but_idle(Thinning *thinning, const Came *tag) {
    const char *at = tag->whole.at;
    for (int number = 0; number < tag->idle_count; number++) {
        keep(thinning, (Span){at, tag->idle[number].at});
        at = tag->idle[number].end;
    }
    keep(thinning, (Span){at, tag->whole.end});
}

/* Keeps a tag, but for attributes that are too long or too many, or tell nothing. */
static void keep_tag(Thinning *thinning, const Came *tag) {
    if (!tag->is_excessive) return keep_but_idle(thinning, tag);
    Span attribute;
    int count = 0;
    keep(thinning, (Span){tag->whole.at, tag->attributes.at});
    for (const char *at = tag->attributes.at; next_attribute_as_it_came(&at, tag->attributes.end, &attribute);) {
        if (span_size(attribute) > LONGEST_ATTRIBUTE || ++count > MAX_ATTRIBUTES) continue;
        *thinning->out++ = ' ';
        keep(thinning, attribute);
    }
    keep(thinning, (Span){tag->attributes.end, tag->whole.end});
}

/* Takes a tag, with all behind it that is no markup; gives where that ends. */
static const char *take_tag(Thinning *thinning, const char *at, const char *end) {
    Came tag;
    if (!read_tag(thinning->tables, at, end, &tag)) return end;
    const char *behind = behind_no_text(thinning->tables, &tag, end);
    bool is_flat = tag.flags & FLAT;
    if (behind || (thinning->is_second && !is_flat && !stays(thinning, &tag))) {
        leave_gap(thinning, !behind && !(tag.flags & FORMATTING));
        return behind ? behind : tag.whole.end;
    }
    if (!thinning->is_second && !is_flat) count_depth(thinning, &tag);
    thinning->tags++;
    thinning->starts += !tag.is_end;
    keep_tag(thinning, &tag);
    thinning->is_foreign = thinning->is_foreign || (tag.flags & FOREIGN && !tag.is_end);
    bool is_raw = tag.flags & RAW_AS_IT_CAME && !tag.is_end && !thinning->is_foreign;
    behind = is_raw ? end_of_raw(tag.whole.end, end, tag.name) : tag.whole.end;
    keep(thinning, (Span){tag.whole.end, behind});
    return behind;
}

/* Takes what begins with "<", markup or not. */
static const char *take_markup(Thinning *thinning, const char *at, const char *end) {
    if (begins_tag(at, end)) return take_tag(thinning, at, end);
    if (begins_comment(at, end)) {
        leave_gap(thinning, false);
        return behind_comment(at, end);
    }
    /* The type of the document, and what ends at the next ">" like it. */
    char first = end - at > 1 ? at[1] : ' ';
    const char *behind = first == '!' || first == '?' || first == '/' ? behind_tag(at, end) : at + 1;
    keep(thinning, (Span){at, behind});
    return behind;
}

/* Keeps text. Indentation is a tenth of what is given to the parser; what counts of it is whether there is a blank line. */
static void keep_text(Thinning *thinning, Span text) {
    Span white = {text.at, text.at};
    int lines = 0;
    for (; white.end < text.end && is_space(*white.end); white.end++)
        lines += *white.end == '\n' || (*white.end == '\r' && white.end + 1 < text.end && white.end[1] != '\n');
    if (span_size(white) > 2) {
        for (int line = 0; line < lines && line < 2; line++) *thinning->out++ = '\n';
        if (!lines) *thinning->out++ = ' ';
        text.at = white.end;
    }
    keep(thinning, text);
}

static void take_page(Thinning *thinning, Span html) {
    while (html.at < html.end) {
        const char *bracket = find(html.at, html.end, '<');
        keep_text(thinning, (Span){html.at, bracket});
        html.at = bracket < html.end ? take_markup(thinning, bracket, html.end) : bracket;
    }
}

static bool takes_too_long(const Thinning *thinning) {
    return (thinning->tags >= FEW_TAGS && thinning->most_formatting > MAX_FORMATTING) ||
           (thinning->tags >= MANY_TAGS && thinning->deepest > MAX_DEPTH);
}

static bool is_taken(Thinning *thinning, Span html) {
    if (setjmp(thinning->memory.out)) return false;
    take_page(thinning, html);
    return true;
}

int64_t page_thin(const Tables *tables, const char *html, int64_t size, char *out, int64_t *starts) {
    Thinning first = {.tables = tables, .begin = out, .out = out};
    bool is_done = is_taken(&first, (Span){html, html + size});
    *starts = first.starts;
    memory_give_back(&first.memory);
    if (!is_done) return -1;
    if (!takes_too_long(&first)) return first.out - out;
    Thinning second = {.tables = tables, .begin = out, .out = out, .is_second = true};
    is_done = is_taken(&second, (Span){out, first.out});
    *starts = second.starts;
    memory_give_back(&second.memory);
    return is_done ? second.out - out : -1;
}
