/* What classes and ids say about the text inside an element, by the lists in `markup.toml`. */
#ifndef POLYTRAWL_NAMES_H
#define POLYTRAWL_NAMES_H

#include "markup.h"

enum { LONGEST_NAME = 500 }; /* characters of a class and an id; longer ones are generated and tell nothing */

/* Class and id of an element in small letters, with a hyphen before each capital within a word. */
typedef struct {
    char at[3 * LONGEST_NAME];
    int32_t size;
} Names;

void read_names(Names *names, Span classes, Span id);
/* What the names tell, as in `tables.py`. */
int32_t told_by_names(const Tables *tables, const Names *names);
/* Whether an address is that of the profile of a person. */
bool leads_to_profile(const Tables *tables, Span address);

#endif
