/* Memory that belongs to one page and is given back with it; arrays that grow, and maps from hashes to numbers.
 *
 * When there is no memory left, all functions jump to `out`, where the work on the page began: nothing else has to ask.
 */
#ifndef POLYTRAWL_MEMORY_H
#define POLYTRAWL_MEMORY_H

#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Chunk Chunk;

typedef struct {
    Chunk *last;
    jmp_buf out;
} Memory;

void *memory_take(Memory *memory, size_t bytes);                /* all zero */
void *memory_resize(Memory *memory, void *old, size_t bytes);   /* what is new is not set */
void memory_give_back(Memory *memory);

#define TAKE(memory, Type, count) ((Type *)memory_take((memory), (size_t)(count) * sizeof(Type)))

/* An array that grows. */
#define VECTOR(Type)           \
    struct {                   \
        Type *at;              \
        int64_t size, room;    \
    }

/* Makes room for so many more. */
#define RESERVE(memory, vector, more)                                                                            \
    do {                                                                                                         \
        if ((vector)->size + (more) > (vector)->room) {                                                          \
            (vector)->room = ((vector)->size + (more)) * 3 / 2 + 16;                                             \
            (vector)->at = memory_resize((memory), (vector)->at, (size_t)(vector)->room * sizeof *(vector)->at); \
        }                                                                                                        \
    } while (0)

#define PUSH(memory, vector, ...)                       \
    do {                                                \
        RESERVE(memory, vector, 1);                     \
        (vector)->at[(vector)->size++] = (__VA_ARGS__); \
    } while (0)

/* Numbers by hashes. Two things with the same hash are taken for one: with 64 bits that does not happen by chance. */
typedef struct {
    uint64_t *keys; /* 0 where there is none */
    int32_t *values;
    int64_t size, room;
} Map;

/* The number of a key; where it has none yet, it gets this one. */
int32_t *map_at(Memory *memory, Map *map, uint64_t key, int32_t fresh);
/* The number of a key, or `missing`. */
int32_t map_find(const Map *map, uint64_t key, int32_t missing);

/* A number that looks like chance, never 0. */
static inline uint64_t mixed(uint64_t value) {
    value ^= value >> 33;
    value *= 0xff51afd7ed558ccdULL;
    value ^= value >> 33;
    value *= 0xc4ceb9fe1a85ec53ULL;
    value ^= value >> 33;
    return value ? value : 1;
}

uint64_t hash_of(const void *bytes, int64_t size);

#endif
