/* Pages as they came: what never becomes text is left out, and a page that would take the parser too long is thinned
 * out.
 *
 * Parsers that follow the standard are quadratic in three ways: in the depth of open elements (200 000 nested divs took
 * lexbor 104 s), in formatting elements that are never closed and are opened again in each paragraph (a page of 27 KB
 * made a tree of 700 MB), and in the attributes of one tag (100 000 took 17 s).
 */
#include "api.h"
#include "came.h"

enum {
    FEW_TAGS = 2000,    /* a page with fewer is harmless: the worst one found took 0.3 s and 180 MB */
    MANY_TAGS = 10000,  /* one with fewer may be as deep as it likes: the worst of 24 kinds of nesting took 0.2 s */
    MAX_DEPTH = 1000,   /* real pages stay under 200; browsers stop at 512 */
    MAX_FORMATTING = 16,
};

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
    if (!read_tag_as_it_came(thinning->tables, at, end, &tag)) return end;
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
    behind = is_raw ? end_of_raw_as_it_came(tag.whole.end, end, tag.name) : tag.whole.end;
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
    for (; white.end < text.end && is_html_space(*white.end); white.end++)
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
