#include "memory.h"

#include <stdlib.h>
#include <string.h>

struct Chunk {
    Chunk *before, *behind;
    max_align_t data[];
};

static void *linked(Memory *memory, Chunk *chunk) {
    if (!chunk) longjmp(memory->out, 1);
    if (chunk->before) chunk->before->behind = chunk;
    if (chunk->behind)
        chunk->behind->before = chunk;
    else
        memory->last = chunk;
    return chunk->data;
}

void *memory_take(Memory *memory, size_t bytes) {
    Chunk *chunk = calloc(1, sizeof(Chunk) + bytes);
    if (chunk) chunk->before = memory->last;
    return linked(memory, chunk);
}

void *memory_resize(Memory *memory, void *old, size_t bytes) {
    if (!old) return memory_take(memory, bytes);
    Chunk *chunk = (Chunk *)((char *)old - offsetof(Chunk, data));
    return linked(memory, realloc(chunk, sizeof(Chunk) + bytes));
}

void memory_give_back(Memory *memory) {
    while (memory->last) {
        Chunk *chunk = memory->last;
        memory->last = chunk->before;
        free(chunk);
    }
}

/* Where a key stands, or should stand. */
static int64_t slot_of(const Map *map, uint64_t key) {
    int64_t slot = (int64_t)(mixed(key) & (uint64_t)(map->room - 1));
    while (map->keys[slot] && map->keys[slot] != key) slot = (slot + 1) & (map->room - 1);
    return slot;
}

static void map_grow(Memory *memory, Map *map) {
    Map larger = {.size = map->size, .room = map->room ? map->room * 4 : 64};
    larger.keys = TAKE(memory, uint64_t, larger.room);
    larger.values = TAKE(memory, int32_t, larger.room);
    for (int64_t at = 0; at < map->room; at++)
        if (map->keys[at]) {
            int64_t slot = slot_of(&larger, map->keys[at]);
            larger.keys[slot] = map->keys[at];
            larger.values[slot] = map->values[at];
        }
    *map = larger; /* the old one goes with the page */
}

int32_t *map_at(Memory *memory, Map *map, uint64_t key, int32_t fresh) {
    if (map->size * 2 >= map->room) map_grow(memory, map);
    int64_t slot = slot_of(map, key);
    if (!map->keys[slot]) {
        map->keys[slot] = key;
        map->values[slot] = fresh;
        map->size++;
    }
    return &map->values[slot];
}

int32_t map_find(const Map *map, uint64_t key, int32_t missing) {
    if (!map->room) return missing;
    int64_t slot = slot_of(map, key);
    return map->keys[slot] ? map->values[slot] : missing;
}

uint64_t hash_of(const void *bytes, int64_t size) {
    const unsigned char *at = bytes;
    uint64_t hash = mixed((uint64_t)size), part;
    for (; size >= 8; size -= 8, at += 8) {
        memcpy(&part, at, 8);
        hash = (hash ^ part) * 0x9e3779b97f4a7c15ULL;
        hash ^= hash >> 32;
    }
    part = 0;
    if (size) memcpy(&part, at, (size_t)size);
    return mixed(hash ^ part);
}
