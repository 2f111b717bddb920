/* What is known about a group of elements that look alike. Shares are over its members. */
#include <math.h>

#include "alike.h"

/* Dates and authors that stand in some elements. */
typedef struct {
    int32_t dates, authors;
} Counts;

static Counts count(const Tree *tree, const Sums *sums, int32_t start, int32_t stop) {
    int32_t first = tree->nodes.at[start].first_text;
    int32_t last = stop < tree->nodes.size ? tree->nodes.at[stop].first_text : (int32_t)tree->texts.size;
    return (Counts){sums->dates[last] - sums->dates[first] + sums->dated[stop] - sums->dated[start],
                    sums->authors[stop] - sums->authors[start]};
}

/* Sums over the members. */
typedef struct {
    double plain, linked;
    double dated_around, author_around, dated_inside, author_inside;
    double controls, in_noise, in_main;
} Found;

static void add_member(const Tree *tree, const Sums *sums, const Member *member, Found *found) {
    const Node *node = &tree->nodes.at[member->element];
    Counts inside = count(tree, sums, member->element, node->stop), around = count(tree, sums, member->start, member->stop);
    found->plain += sums->plain[node->last_text] - sums->plain[node->first_text];
    found->linked += sums->linked[node->last_text] - sums->linked[node->first_text];
    found->dated_around += around.dates > inside.dates;
    found->author_around += around.authors > inside.authors;
    found->dated_inside += inside.dates > 0;
    found->author_inside += inside.authors > !!(node->tells & IS_AUTHOR);
    found->controls += sums->controls[node->stop] > sums->controls[member->element];
    found->in_noise += !!(node->tells & IN_NOISE);
    found->in_main += !!(node->tells & IN_MAIN);
}

void read_cues(const Tree *tree, const Sums *sums, const Member *members, int32_t size, double *cues) {
    Found found = {0};
    const Node *first = &tree->nodes.at[members[0].element];
    for (int32_t n = 0; n < size; n++) add_member(tree, sums, &members[n], &found);
    double all = sums->plain[tree->texts.size], cover = found.plain / (all ? all : 1);
    const char *name = first->kind >= 0 ? tree->tables->kinds[first->kind].name : "";
    const double values[CUES] = {
        log2(size), size == 1,
        cover, log(cover ? cover : 1),
        found.linked / (found.linked + found.plain + 1),
        log1p(found.plain / size),
        found.dated_around / size, found.author_around / size, found.dated_inside / size, found.author_inside / size,
        found.controls / size,
        !!(first->tells & NAMES_MAIN), !!(first->tells & NAMES_POST), !!(first->tells & NAMES_NOISE),
        found.in_noise / size, found.in_main / size,
        !strcmp(name, "span"),
        (double)members[0].element / (double)tree->nodes.size,
        found.dated_around / size * (found.author_around / size),
    };
    memcpy(cues, values, sizeof values);
}
