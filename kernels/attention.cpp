// SPDX-License-Identifier: Apache-2.0
#include "kernels/attention.h"

#include <algorithm>
#include <cassert>
#include <cstring>

#include "kernels/half.h"
#include "kernels/variant/table.h"

namespace kvw {
namespace {

const std::byte* elementAt(const void* data, Dtype dtype, std::size_t index) {
    return static_cast<const std::byte*>(data) + index * bytesOf(dtype);
}

std::byte* elementAt(void* data, Dtype dtype, std::size_t index) {
    return static_cast<std::byte*>(data) + index * bytesOf(dtype);
}

}  // namespace

void storeKey(void* keys, Dtype dtype, std::size_t slot, std::size_t headDim, const float* key) {
    for (std::size_t channel = 0; channel < headDim; ++channel) {
        narrow(key + channel, dtype, elementAt(keys, dtype, keyOffset(slot, channel, headDim)), 1);
    }
}

void storeValue(void* values, Dtype dtype, std::size_t slot, std::size_t headDim, const float* value) {
    narrow(value, dtype, elementAt(values, dtype, slot * headDim), headDim);
}

void loadKey(const void* keys, Dtype dtype, std::size_t slot, std::size_t headDim, float* key) {
    for (std::size_t channel = 0; channel < headDim; ++channel) {
        const std::byte* element = elementAt(keys, dtype, keyOffset(slot, channel, headDim));
        if (dtype == Dtype::F32) {
            std::memcpy(key + channel, element, sizeof(float));
        } else {
            std::uint16_t bits = 0;
            std::memcpy(&bits, element, sizeof(bits));
            key[channel] = dtype == Dtype::BF16 ? widenBf16(bits) : widenF16(bits);
        }
    }
}

void loadValue(const void* values, Dtype dtype, std::size_t slot, std::size_t headDim, float* value) {
    widen(elementAt(values, dtype, slot * headDim), dtype, value, headDim);
}

void turnKeysBack(float* keys, std::size_t used, std::size_t headDim, const TurnBack& turn) {
    activeKernels().turnKeysBack(keys, used, headDim, turn);
}

void attendDecode(const HeadSlots& head, const float* q, std::size_t queries, float scale, float* out, float* probs,
                  std::size_t probsStride, float* logits, float* entropy) {
    assert(probsStride >= (head.used + kTileSlots - 1) / kTileSlots * kTileSlots);
    activeKernels().attendDecode(head, q, queries, scale, out, probs, probsStride, logits, entropy);
}

void attendRead(const HeadSlots& head, const ReadTiles& read, const float* q, std::size_t queries, float scale,
                float* out, float* probs, std::size_t probsStride, float* logits, float* entropy) {
    assert(probsStride >= (head.used + kTileSlots - 1) / kTileSlots * kTileSlots);
    activeKernels().attendRead(head, read, q, queries, scale, out, probs, probsStride, logits, entropy);
}

void attendBlock(const float* q, std::size_t qStride, std::size_t queries, const float* keys, const float* values,
                 std::size_t count, std::size_t headDim, std::size_t firstVisible, float scale, float* probs,
                 std::size_t probsStride, float* out, std::size_t outStride) {
    if (queries == 0) {
        return;
    }
    const KernelTable& kernels = activeKernels();
    const std::size_t seen = std::min(count, firstVisible + queries - 1);
    matMulTransposed(q, qStride, keys, headDim, probs, probsStride, queries, seen, headDim);
    for (std::size_t i = 0; i < queries; ++i) {
        kernels.softmaxPrefix(probs + i * probsStride, scale, std::min(seen, firstVisible + i), count);
    }
    // What a row does not see has weight 0 and adds 0, so its bits do not depend on the rows beside it.
    matMulPlain(probs, probsStride, values, headDim, out, outStride, queries, headDim, seen);
}

}  // namespace kvw
