#include "names.h"

static void add_names(Names *names, Span written, int *left) {
    char before = 0;
    while (written.at < written.end && (*left)-- > 0) {
        char letter = *written.at;
        bool is_capital = letter >= 'A' && letter <= 'Z';
        if (is_capital && ((before >= 'a' && before <= 'z') || (before >= '0' && before <= '9'))) names->at[names->size++] = '-';
        before = letter;
        next_character(&written.at, written.end);
        /* Of characters that are not ASCII the first byte is enough to part words. */
        names->at[names->size++] = lowered(letter);
    }
}

void read_names(Names *names, Span classes, Span id) {
    int left = LONGEST_NAME;
    names->size = 0;
    add_names(names, classes, &left);
    if (left-- > 0) names->at[names->size++] = ' ';
    add_names(names, id, &left);
}

static bool parts_names(char byte) { return is_white_byte(byte) || byte == '_' || byte == '-'; }

static bool begins_with_any(Span text, const char *list) {
    for (; *list; list += strlen(list) + 1)
        if (span_begins(text, list)) return true;
    return false;
}

/* Whether what stands behind a word leaves it this word. */
static bool is_ended(const Tables *tables, int end, Span behind) {
    if (end == ENDS_ANYHOW || behind.at == behind.end || parts_names(*behind.at)) return true;
    if (end == ENDS_AS_POST) return (*behind.at >= '0' && *behind.at <= '9') || begins_with_any(behind, tables->post_endings);
    return end == ENDS_AS_AUTHOR && begins_with_any(behind, tables->author_endings);
}

/* What a part tells, by the words that it begins with. */
static int32_t told_by_part(const Tables *tables, Span part) {
    int32_t told = 0;
    int letter = *part.at - 'a';
    if (letter < 0 || letter >= LETTERS_OF_NAMES) return 0;
    for (int32_t number = tables->first_name[letter]; number < tables->first_name[letter + 1]; number++) {
        const Name_Word *word = &tables->names[number];
        if (span_begins(part, word->word) && is_ended(tables, word->end, (Span){part.at + strlen(word->word), part.end}))
            told |= word->tells;
    }
    return told;
}

int32_t told_by_names(const Tables *tables, const Names *names) {
    int32_t told = 0;
    const char *end = names->at + names->size;
    for (const char *at = names->at; at < end; at++)
        if (at == names->at || parts_names(at[-1])) told |= told_by_part(tables, (Span){at, end});
    return told;
}

/* Whether one of the words stands at the beginning of a text, with this sign behind it. */
static bool begins_with_any_and(Span text, const char *list, char sign) {
    for (; *list; list += strlen(list) + 1) {
        size_t size = strlen(list);
        if ((size_t)span_size(text) > size && text.at[size] == sign && span_is_in_any_case((Span){text.at, text.at + size}, list))
            return true;
    }
    return false;
}

bool leads_to_profile(const Tables *tables, Span address) {
    for (const char *word = tables->profile_parts; *word; word += strlen(word) + 1)
        if (span_find_in_any_case(address, word)) return true;
    for (const char *at = address.at; at < address.end; at++) {
        Span behind = {at + 1, address.end};
        if (*at == '/' && begins_with_any_and(behind, tables->profile_folders, '/')) return true;
        if ((*at == '?' || *at == '&') && begins_with_any_and(behind, tables->profile_queries, '=')) return true;
    }
    return false;
}
