// SPDX-License-Identifier: Apache-2.0
/// Transposition of small tiles of 32-bit elements, for packed panels.
#pragma once

#include <cstddef>

namespace kvw {
namespace {

typedef float Quad __attribute__((vector_size(16)));

/// Transposes four rows of four numbers.
inline void transposeFour(const float* source, std::size_t sourceStride, float* target, std::size_t targetStride) {
    Quad a;
    Quad b;
    Quad c;
    Quad d;
    __builtin_memcpy(&a, source, 16);
    __builtin_memcpy(&b, source + sourceStride, 16);
    __builtin_memcpy(&c, source + 2 * sourceStride, 16);
    __builtin_memcpy(&d, source + 3 * sourceStride, 16);
    const Quad ab0 = __builtin_shufflevector(a, b, 0, 4, 1, 5);
    const Quad ab2 = __builtin_shufflevector(a, b, 2, 6, 3, 7);
    const Quad cd0 = __builtin_shufflevector(c, d, 0, 4, 1, 5);
    const Quad cd2 = __builtin_shufflevector(c, d, 2, 6, 3, 7);
    const Quad columns[4] = {
        __builtin_shufflevector(ab0, cd0, 0, 1, 4, 5), __builtin_shufflevector(ab0, cd0, 2, 3, 6, 7),
        __builtin_shufflevector(ab2, cd2, 0, 1, 4, 5), __builtin_shufflevector(ab2, cd2, 2, 3, 6, 7)};
    for (std::size_t i = 0; i < 4; ++i) {
        __builtin_memcpy(target + i * targetStride, &columns[i], 16);
    }
}

}  // namespace
}  // namespace kvw
