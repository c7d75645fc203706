// SPDX-License-Identifier: Apache-2.0
#include "kernels/coded.h"

#include <cstring>

#include "kernels/half.h"

namespace kvw {
namespace {

constexpr std::size_t kLanes = 16;

struct Place {
    std::size_t byte;
    unsigned shift;
};

/// Returns the place of a code in its word. Width 4 alternates between the two halves of the word, so that eight lanes
/// of a 64-bit broadcast find their code by a shift alone.
Place placeOf(std::uint32_t width, std::size_t lane) {
    switch (width) {
        case 2:
            return {lane / 4, static_cast<unsigned>(lane % 4 * 2)};
        case 4:
            return {lane % 2 * 4 + lane / 4, static_cast<unsigned>(lane / 2 % 2 * 4)};
        default:
            return {lane, 0};
    }
}

float numberAt(const std::byte* numbers, Dtype dtype, std::size_t index) {
    if (dtype == Dtype::F32) {
        float value = 0;
        std::memcpy(&value, numbers + index * sizeof(value), sizeof(value));
        return value;
    }
    std::uint16_t bits = 0;
    std::memcpy(&bits, numbers + index * sizeof(bits), sizeof(bits));
    return widenF16(bits);
}

float decoded(std::uint8_t code, const std::byte* scales, const std::byte* minimums, Dtype dtype, std::size_t index) {
    return static_cast<float>(code) * numberAt(scales, dtype, index) + numberAt(minimums, dtype, index);
}

}  // namespace

void storeCode(std::byte* word, std::uint32_t width, std::size_t lane, std::uint8_t code) {
    const auto [byte, shift] = placeOf(width, lane);
    const unsigned mask = ((1U << width) - 1U) << shift;
    const unsigned others = std::to_integer<unsigned>(word[byte]) & ~mask;
    word[byte] = static_cast<std::byte>(others | ((static_cast<unsigned>(code) << shift) & mask));
}

std::uint8_t loadCode(const std::byte* word, std::uint32_t width, std::size_t lane) {
    const auto [byte, shift] = placeOf(width, lane);
    return static_cast<std::uint8_t>((std::to_integer<unsigned>(word[byte]) >> shift) & ((1U << width) - 1U));
}

void loadCodedKey(const CodedSlots& head, std::size_t headDim, std::size_t position, float* key) {
    const std::size_t bytes = codeWordBytes(head.format.width);
    const std::byte* words = head.keyCodes + position / kLanes * headDim * bytes;
    const std::size_t group = position / head.format.keyGroup * headDim;
    for (std::size_t channel = 0; channel < headDim; ++channel) {
        key[channel] = decoded(loadCode(words + channel * bytes, head.format.width, position % kLanes), head.keyScales,
                               head.keyMinimums, head.format.scale, group + channel);
    }
}

void loadCodedValue(const CodedSlots& head, std::size_t headDim, std::size_t row, float* value) {
    const std::size_t bytes = codeWordBytes(head.format.width);
    const std::byte* words = head.valueCodes + row * ((headDim + kLanes - 1) / kLanes) * bytes;
    const std::size_t groups = row / head.format.valueTokens * (headDim / head.format.valueGroup);
    for (std::size_t channel = 0; channel < headDim; ++channel) {
        value[channel] =
            decoded(loadCode(words + channel / kLanes * bytes, head.format.width, channel % kLanes), head.valueScales,
                    head.valueMinimums, head.format.scale, groups + channel / head.format.valueGroup);
    }
}

}  // namespace kvw
