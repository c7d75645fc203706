// SPDX-License-Identifier: Apache-2.0
#include "kernels/attention.h"

#include <algorithm>
#include <array>
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

constexpr std::size_t kChannelsAtOnce = 64;

/// Writes the channels of one slot, which lie a tile's width apart.
template <class T>
void scatter(const T* channels, std::size_t count, std::byte* to) {
    for (std::size_t channel = 0; channel < count; ++channel) {
        std::memcpy(to + channel * kTileSlots * sizeof(T), channels + channel, sizeof(T));
    }
}

}  // namespace

void storeKey(void* keys, Dtype dtype, std::size_t slot, std::size_t headDim, const float* key) {
    std::byte* const first = elementAt(keys, dtype, keyOffset(slot, 0, headDim));
    if (dtype == Dtype::F32) {
        scatter(key, headDim, first);
        return;
    }
    std::array<std::uint16_t, kChannelsAtOnce> halves{};
    for (std::size_t channel = 0; channel < headDim; channel += kChannelsAtOnce) {
        const std::size_t count = std::min(kChannelsAtOnce, headDim - channel);
        narrow(key + channel, dtype, halves.data(), count);
        scatter(halves.data(), count, first + channel * kTileSlots * sizeof(std::uint16_t));
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

void rotateKeysBack(float* keys, std::size_t used, std::size_t headDim, const RotateBack& turn) {
    activeKernels().rotateKeysBack(keys, used, headDim, turn);
}

void attendDecode(const HeadSlots& head, const float* q, std::size_t queries, Scoring scoring, float* out, float* probs,
                  std::size_t probsStride, float* logits, float* entropy) {
    assert(probsStride >= roundToTile(head.used));
    activeKernels().attendDecode(head, q, queries, scoring, out, probs, probsStride, logits, entropy);
}

void scoreHead(const DecodeHead& at, std::size_t firstTile, std::size_t lastTile) {
    activeKernels().scorePart(at, firstTile, lastTile);
}

void weighHead(const DecodeHead& at, std::size_t firstQuery, std::size_t lastQuery) {
    activeKernels().weighPart(at, firstQuery, lastQuery);
}

void mixHead(const DecodeHead& at, std::size_t firstChannel, std::size_t lastChannel) {
    activeKernels().mixPart(at, firstChannel, lastChannel);
}

void attendRead(const HeadSlots& head, const ReadTiles& read, const float* q, std::size_t queries, Scoring scoring,
                float* out, float* probs, std::size_t probsStride, float* logits, float* entropy) {
    assert(probsStride >= roundToTile(head.used));
    activeKernels().attendRead(head, read, q, queries, scoring, out, probs, probsStride, logits, entropy);
}

void attendBlock(const float* q, std::size_t qStride, std::size_t queries, const float* keys, const float* values,
                 std::size_t count, std::size_t headDim, const BlockView& view, Scoring scoring, float* probs,
                 std::size_t probsStride, float* out, std::size_t outStride) {
    if (queries == 0) {
        return;
    }
    const KernelTable& kernels = activeKernels();
    const std::size_t seen = std::min(count, view.firstVisible + queries - 1);
    // A multiple of kPanelDepth, so that the product below groups its sums as if no key were left out.
    const std::size_t from = view.first == nullptr ? 0 : view.first[0] / kPanelDepth * kPanelDepth;
    matMulTransposed(q, qStride, keys + from * headDim, headDim, probs + from, probsStride, queries, seen - from,
                     headDim);
    for (std::size_t i = 0; i < queries; ++i) {
        float* row = probs + i * probsStride;
        const std::size_t first = view.first == nullptr ? 0 : view.first[i];
        const std::size_t visible = std::min(seen, view.firstVisible + i);
        std::fill(row, row + first, 0.0F);
        if (scoring.softCap > 0) {
            for (std::size_t c = first; c < visible; ++c) {
                row[c] *= scoring.scale;
            }
            kernels.softCap(row + first, scoring.softCap, visible - first);
        }
        kernels.softmaxPrefix(row + first, scoring.softCap > 0 ? 1.0F : scoring.scale, visible - first, count - first,
                              scoring.sinks);
    }
    // Keys that a row does not see have weight 0 and add 0, so its bits do not depend on the rows beside it.
    matMulPlain(probs + from, probsStride, values + from * headDim, headDim, out, outStride, queries, headDim,
                seen - from);
}

}  // namespace kvw
