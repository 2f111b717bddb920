/* A tile of the product of inputs and weights, with the bias: ROWS rows and two registers of units. `network.c` includes
 * this once for each width of registers, with LANES, TARGET and MULTIPLY_TILE defined. Sums are made in the order of the
 * inputs whatever the width, so that all processors give the same numbers.
 */
TARGET static void MULTIPLY_TILE(const float *inputs, int32_t stride, const Layer *layer, int32_t first, float *out) {
    typedef float Lanes __attribute__((vector_size(LANES * sizeof(float)), aligned(sizeof(float))));
    const float *bias = layer->bias + first, *weights = layer->weights + first;
    Lanes left[ROWS], right[ROWS];
#pragma GCC unroll 4
    for (int row = 0; row < ROWS; row++) {
        left[row] = *(const Lanes *)bias;
        right[row] = *(const Lanes *)(bias + LANES);
    }
    for (int32_t input = 0; input < layer->inputs; input++, weights += layer->outputs) {
        const Lanes one = *(const Lanes *)weights, other = *(const Lanes *)(weights + LANES);
#pragma GCC unroll 4
        for (int row = 0; row < ROWS; row++) {
            left[row] += inputs[row * stride + input] * one;
            right[row] += inputs[row * stride + input] * other;
        }
    }
#pragma GCC unroll 4
    for (int row = 0; row < ROWS; row++) {
        *(Lanes *)(out + row * MAX_UNITS + first) = left[row];
        *(Lanes *)(out + row * MAX_UNITS + first + LANES) = right[row];
    }
}

TARGET static void MULTIPLY(const float *inputs, int32_t stride, const Layer *layer, float *out) {
    for (int32_t first = 0; first < layer->outputs; first += 2 * LANES) MULTIPLY_TILE(inputs, stride, layer, first, out);
}
