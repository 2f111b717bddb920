/* Elements of a tree that look alike, and what is known about them: one such group holds the posts of a thread. */
#ifndef POLYTRAWL_ALIKE_H
#define POLYTRAWL_ALIKE_H

#include "tree.h"

enum { CUES = 19 }; /* as `Cues` in `posts_rank.py` lists them */

/* An element of a group, and from which element to which its author and date may stand. */
typedef struct {
    int32_t element, start, stop;
} Member;

typedef struct {
    int32_t first, end; /* its members */
    double cues[CUES];
} Alike;

typedef struct {
    VECTOR(Alike) groups;
    VECTOR(Member) members;
} Candidates;

/* Sums over all texts, or elements, before each. */
typedef struct {
    const int32_t *plain, *linked, *dates;         /* characters outside of links, in links; texts with a date */
    const int32_t *dated, *authors, *controls;     /* elements */
} Sums;

/* The groups that hold enough text, those with most first. `dates` tells which texts hold a date. */
void find_candidates(Tree *tree, const uint8_t *dates, Candidates *found);
void read_cues(const Tree *tree, const Sums *sums, const Member *members, int32_t size, double *cues);

#endif
