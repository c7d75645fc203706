// SPDX-License-Identifier: Apache-2.0
/// Keys and values stored as small codes: x = code * scale + minimum, with one scale and minimum per group.
///
/// Keys are grouped per channel, `keyGroup` positions of one channel; values per token, `valueGroup` channels of one
/// value, or per channel, `valueTokens` rows of one channel. Sixteen codes are one word (4 bytes at width 2, 8 at width
/// 4, 16 at width 8): of sixteen keys for one channel, or of sixteen channels for one value.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/linear.h"

namespace kvw {

struct CodeFormat {
    std::uint32_t width = 0;      ///< bits of a stored code: 2, 4 or 8; 0: nothing is coded
    std::size_t keyGroup = 32;    ///< positions of a channel that share scale and minimum
    std::size_t valueGroup = 32;  ///< channels of a value that share them; divides the head's width
    Dtype scale = Dtype::F16;     ///< type of scales and minimums: F16 or F32
    std::size_t valueTokens = 1;  ///< rows of values that share them, channel by channel; if above 1, valueGroup is 1

    /// Number of value elements that share one scale and minimum.
    [[nodiscard]] constexpr std::size_t valuesShared() const noexcept { return valueGroup * valueTokens; }
};

/// Places of the keys and values of one stored head; borrowed. Each key and value is either in full precision (in the
/// buffers of HeadSlots, which are then indexed by position, not by slot) or coded. The slot lists give the slot of the
/// key or value at a position, -1: none; they are padded with -1 to a multiple of 16. Data at positions without a slot
/// may be anything and never influences a result.
struct CodedSlots {
    CodeFormat format;
    const std::int32_t* keySlots = nullptr;  ///< [keys] slots by position in HeadSlots::keys
    std::size_t keys = 0;
    const std::int32_t* valueSlots = nullptr;  ///< [values] slots by position in HeadSlots::values
    std::size_t values = 0;

    const std::int32_t* codedKeySlots = nullptr;  ///< [codedKeys]
    std::size_t codedKeys = 0;
    const std::byte* keyCodes = nullptr;     ///< words [codedKeys / 16, rounded up][headDim]
    const std::byte* keyScales = nullptr;    ///< [groups of the positions up to the end of the last word][headDim]
    const std::byte* keyMinimums = nullptr;  ///< likewise

    const std::int32_t* codedValueSlots = nullptr;  ///< [codedValues]
    std::size_t codedValues = 0;
    const std::byte* valueCodes = nullptr;     ///< words [codedValues][headDim / 16, rounded up]
    const std::byte* valueScales = nullptr;    ///< [codedValues / valueTokens][headDim / valueGroup]
    const std::byte* valueMinimums = nullptr;  ///< likewise
};

[[nodiscard]] constexpr std::size_t codeWordBytes(std::uint32_t width) noexcept {
    return std::size_t{2} * width;
}

/// Returns the smallest width that holds codes of `bits` (1 ... 8) bits.
[[nodiscard]] constexpr std::uint32_t codeWidth(std::uint32_t bits) noexcept {
    return bits <= 2 ? 2 : bits <= 4 ? 4 : 8;
}

/// Writes or reads code `lane` (0 ... 15) of a word.
void storeCode(std::byte* word, std::uint32_t width, std::size_t lane, std::uint8_t code);
[[nodiscard]] std::uint8_t loadCode(const std::byte* word, std::uint32_t width, std::size_t lane);

/// Decodes one key or value: x = code * scale + minimum in f32, product and sum rounded separately; these are the bits
/// that attention uses.
void loadCodedKey(const CodedSlots& head, std::size_t headDim, std::size_t position, float* key);
void loadCodedValue(const CodedSlots& head, std::size_t headDim, std::size_t row, float* value);

}  // namespace kvw
