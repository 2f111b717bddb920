/* Small networks with rectified units. */
#include <math.h>

#include "model.h"

#define LANES 4
#define TARGET
#define MULTIPLY multiply_narrow
#define MULTIPLY_TILE multiply_narrow_tile
#include "tile.h"

#if defined(__x86_64__)
#include <cpuid.h>

#undef LANES
#undef TARGET
#undef MULTIPLY
#undef MULTIPLY_TILE
#define LANES 8
#define TARGET __attribute__((target("avx2")))
#define MULTIPLY multiply_wide
#define MULTIPLY_TILE multiply_wide_tile
#include "tile.h"

/* Whether processor and system have registers of 32 bytes. */
static bool has_wide_registers(void) {
    unsigned a, b, c, d;
    if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & bit_OSXSAVE)) return false;
    __asm__("xgetbv" : "=a"(a), "=d"(d) : "c"(0));
    return (a & 6) == 6 && __get_cpuid_count(7, 0, &a, &b, &c, &d) && b & bit_AVX2;
}
#else
#define multiply_wide multiply_narrow
static bool has_wide_registers(void) { return false; }
#endif

typedef void Multiply(const float *inputs, int32_t stride, const Layer *layer, float *out);

static void rectify(float *values) {
    for (int32_t n = 0; n < ROWS * MAX_UNITS; n++) values[n] = values[n] > 0 ? values[n] : 0;
}

/* The log odds of some rows, by one network. */
static void run_network(Multiply *multiply, const Layer *layers, int32_t count, const float *inputs, float *odds) {
    float one[ROWS * MAX_UNITS] = {0}, other[ROWS * MAX_UNITS] = {0}, *values = one, *next = other;
    multiply(inputs, INPUTS, layers, values);
    for (int32_t layer = 1; layer < count; layer++) {
        rectify(values);
        multiply(values, MAX_UNITS, &layers[layer], next);
        float *last = values;
        values = next;
        next = last;
    }
    for (int row = 0; row < ROWS; row++) odds[row] += values[row * MAX_UNITS];
}

void run_networks(const Model *model, const float *inputs, int32_t rows, float *odds, double *likely) {
    Multiply *multiply = has_wide_registers() ? multiply_wide : multiply_narrow;
    int32_t nets = model->parameters.net_count, count = model->parameters.layer_count;
    /* One network after the other: its weights stay in the nearest cache. */
    for (int32_t net = 0; net < nets; net++)
        for (int32_t first = 0; first < rows; first += ROWS)
            run_network(multiply, model->layers + net * count, count, inputs + (int64_t)first * INPUTS, odds + first);
    for (int32_t row = 0; row < rows; row++) likely[row] = squashed(odds[row] / (float)nets);
}

double squashed(double odds) { return 1 / (1 + exp(-most(least(odds, 30), -30))); }
