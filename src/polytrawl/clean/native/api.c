#include "api.h"

#include <stdlib.h>

int64_t structure_size(int32_t number) {
    static const size_t SIZES[] = {sizeof(Element_Kind), sizeof(Tables), sizeof(Block_Record), sizeof(Fact_Record),
                                   sizeof(Element_Record), sizeof(View), sizeof(Parameters), sizeof(Node),
                                   sizeof(Text), sizeof(Tree_View), sizeof(Name_Word), sizeof(Member),
                                   sizeof(Alike), sizeof(Alike_View)};
    return (int64_t)SIZES[number];
}

void prepare_tables(Tables *tables) {
    for (int32_t number = 0; number < tables->kind_count; number++) {
        const char *name = tables->kinds[number].name;
        int32_t slot = (int32_t)(hash_of(name, (int64_t)strlen(name)) & (KIND_SLOTS - 1));
        while (tables->by_hash[slot]) slot = (slot + 1) & (KIND_SLOTS - 1);
        tables->by_hash[slot] = (int16_t)(number + 1);
    }
}

static bool is_read(Page *page, Span html) {
    if (setjmp(page->memory.out)) return false;
    scan(page, html);
    read_zones(page);
    write_records(page);
    return true;
}

Page *page_read(const Tables *tables, const char *html, int64_t size) {
    Page *page = calloc(1, sizeof *page);
    if (!page) return NULL;
    page->tables = tables;
    if (is_read(page, (Span){html, html + size})) return page;
    page_free(page);
    return NULL;
}

void page_view(const Page *page, View *view) {
    *view = (View){
        .strings = page->strings.bytes.at,
        .care = page->strings.care.at,
        .blocks = page->block_records,
        .facts = page->fact_records,
        .string_bytes = page->strings.bytes.size,
        .care_count = page->strings.care.size,
        .blocks_count = page->blocks.size,
        .links_count = page->places.size,
        .facts_count = page->facts.size,
        .elements_count = page->elements.size,
        .is_escaped_twice = page->is_escaped_twice,
    };
}

void page_free(Page *page) {
    memory_give_back(&page->memory);
    free(page);
}

bool page_replace(Page *page, int32_t block, const char *text, int64_t size, int32_t characters) {
    if (setjmp(page->memory.out)) return false;
    replace_text(page, block, (Span){text, text + size}, characters);
    return true;
}

const float *page_measure(Page *page, const double *likenesses) {
    if (setjmp(page->memory.out)) return NULL;
    Columns *columns = page->columns = TAKE(&page->memory, Columns, 1);
    columns->size = (int32_t)page->blocks.size;
    columns->blocks = TAKE(&page->memory, Measure, columns->size);
    columns->matrix = TAKE(&page->memory, float, (int64_t)columns->size * WIDTH);
    measure_blocks(page, columns, likenesses);
    measure_groups(page, columns);
    write_matrix(page, columns);
    return columns->matrix;
}

void page_words(const Page *page, double *out) {
    for (int32_t number = 0; number < page->columns->size; number++) out[number] = page->columns->blocks[number].words;
}

void page_outline(const Page *page, float *out) { outline_page(page, out); }

bool page_spread(Page *page, const double *guess, const double *types, float *out) {
    if (setjmp(page->memory.out)) return false;
    spread(page, guess, types, out);
    return true;
}

void page_elements(const Page *page, Element_Record *out) {
    for (int64_t number = 0; number < page->elements.size; number++) {
        const Element *one = &page->elements.at[number];
        out[number] = (Element_Record){one->above, one->first, one->end, one->kind, one->zone.words, one->zone.words_end};
    }
}

const int32_t *page_own_words(const Page *page) { return page->own_words.at; }

const char *page_word(const Page *page, int32_t number, int64_t *size) {
    if (number >= page->words.size) return NULL;
    *size = span_size(page->words.at[number]);
    return page->words.at[number].at;
}

static bool is_tree_read(Tree *tree, Span html) {
    if (setjmp(tree->memory.out)) return false;
    read_tree(tree, html);
    return true;
}

Tree *tree_new(const Tables *tables, const char *html, int64_t size) {
    Tree *tree = calloc(1, sizeof *tree);
    if (!tree) return NULL;
    tree->tables = tables;
    if (is_tree_read(tree, (Span){html, html + size})) return tree;
    tree_free(tree);
    return NULL;
}

void tree_view(const Tree *tree, Tree_View *view) {
    *view = (Tree_View){
        .nodes = tree->nodes.at,
        .texts = tree->texts.at,
        .written = tree->written.bytes.at,
        .said = tree->said.bytes.at,
        .care = tree->said.care.at,
        .nodes_count = tree->nodes.size,
        .texts_count = tree->texts.size,
        .written_bytes = tree->written.bytes.size,
        .said_bytes = tree->said.bytes.size,
        .care_count = tree->said.care.size,
    };
}

bool tree_alike(Tree *tree, const uint8_t *dates, const int32_t *dated, int64_t dated_count, Alike_View *view) {
    if (setjmp(tree->memory.out)) return false;
    Candidates found = {0};
    for (int64_t n = 0; n < dated_count; n++) tree->nodes.at[dated[n]].tells |= IS_DATED;
    find_candidates(tree, dates, &found);
    *view = (Alike_View){found.groups.at, found.members.at, found.groups.size, found.members.size};
    return true;
}

void tree_free(Tree *tree) {
    memory_give_back(&tree->memory);
    free(tree);
}

static bool is_prepared(Model *model) {
    if (setjmp(model->memory.out)) return false;
    return prepare_model(model);
}

Model *model_new(const Parameters *parameters) {
    Model *model = calloc(1, sizeof *model);
    if (!model) return NULL;
    model->parameters = *parameters;
    if (is_prepared(model)) return model;
    model_free(model);
    return NULL;
}

void model_free(Model *model) {
    memory_give_back(&model->memory);
    free(model);
}

void model_types(const Model *model, const Page *page, double *likely) { find_types(model, page, likely); }

bool model_guess(const Model *model, Page *page, double *guess) {
    if (setjmp(page->memory.out)) return false;
    guess_content(model, page, guess);
    return true;
}

bool model_content(const Model *model, Page *page, const double *types, double *likely) {
    if (setjmp(page->memory.out)) return false;
    find_content(model, page, types, likely);
    return true;
}
