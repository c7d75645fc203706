// SPDX-License-Identifier: Apache-2.0
/// Keys and values of one unit under a storage codec: coded groups, and a tail in full precision.
///
/// A slot identifies a token, a position the place of its key or value; only the lists here connect the two, so coding,
/// freeing and reusing storage never renumber a slot. A token's key waits in the tail until the tail holds `residual`
/// keys, which are then coded as one block: groups of `keyGroup` tokens in ascending token order. Its value is coded
/// with its key, but the values of the newest `residual` tokens are still read in full precision. Nothing is coded
/// twice: an evicted token leaves a hole in its group of keys, and the group is free when all of its tokens are
/// evicted. A value's row is free at once, unless values are grouped per channel, as keys are. A block goes to free
/// places if exactly as many are free as it needs; otherwise the coded part is packed again and has no free places.
/// Thread: inference thread only.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "core/cache/buffer.h"
#include "core/cache/coding_error.h"
#include "kernels/attention.h"

namespace kvw {

struct CodedShape {
    CodeFormat format;
    std::int32_t bits = 0;      ///< bits of a code, at most format.width
    std::int64_t residual = 0;  ///< a multiple of format.keyGroup; 0: no codec
    Dtype dtype = Dtype::F32;   ///< type of the tail
    std::int32_t heads = 0, headDim = 0;
};

/// Number of tokens whose keys and values are read as codes and in full precision.
struct CodedCounts {
    std::int64_t codedKeys = 0, fullKeys = 0, codedValues = 0, fullValues = 0;
};

class CodedUnit {
 public:
    explicit CodedUnit(const CodedShape& shape);

    /// Makes room for `incoming` more tokens in the tail.
    Result<void> reserve(std::int64_t incoming);
    /// Adds a token newer than all others; `store` then fills in its key and value, head by head.
    void append(std::int32_t slot);
    void store(std::int32_t head, const float* key, const float* value);
    void evict(std::span<const std::int32_t> slots);
    /// Renumbers the slots: slot from[i] becomes slot i. `from` lists every held slot once.
    void renumber(std::span<const std::int32_t> from);
    /// Cuts the tail's buffers down to what it holds plus `spare` tokens.
    Result<void> shrink(std::int64_t spare);

    /// Tokens to be coded, in ascending order, and the places of their codes.
    struct Block {
        std::vector<std::int32_t> slots;
        std::vector<std::int32_t> groups;  ///< one per keyGroup slots
        std::vector<std::int32_t> rows;    ///< one per slot
        [[nodiscard]] bool empty() const noexcept { return slots.empty(); }
    };
    /// Reserves storage for the codes of all tokens that are due. putKeys and putValues fill in the codes, which are
    /// read after `endBlock`; without `endBlock`, only the reserved storage has changed.
    Result<Block> beginBlock();
    void endBlock(const Block& block);
    /// Writes the rows for the codec, for group `i` of a block: keys [headDim, keyGroup]; values [headDim] of token i,
    /// or [headDim, valueTokens].
    void gatherKeys(const Block& block, std::size_t i, std::int32_t head, float* rows) const;
    void gatherValues(const Block& block, std::size_t i, std::int32_t head, float* rows) const;
    void putKeys(std::int32_t head, std::int32_t group, const std::uint8_t* codes, const float* scales,
                 const float* minimums);
    /// Stores the codes of the group of values whose first row is `row`.
    void putValues(std::int32_t head, std::int32_t row, const std::uint8_t* codes, const float* scales,
                   const float* minimums);
    /// Frees full-precision values beyond the newest `residual`: from now on they are read as codes. Adds their coding
    /// error to `error` unless it is null.
    void settleValues(CodingError::Sums* error = nullptr);

    [[nodiscard]] const CodedShape& shape() const noexcept { return m_shape; }
    [[nodiscard]] CodedCounts counts() const noexcept;
    [[nodiscard]] bool blockDue() const noexcept { return tailKeys() >= m_shape.residual; }
    /// Position of a slot's coded key, row of its coded value; -1: in full precision.
    [[nodiscard]] std::int32_t codedKey(std::int32_t slot) const { return std::max(at(m_keyAt, slot), -1); }
    [[nodiscard]] std::int32_t codedValue(std::int32_t slot) const { return std::max(at(m_valueAt, slot), -1); }
    void readKey(std::int32_t head, std::int32_t slot, float* key) const;
    void readValue(std::int32_t head, std::int32_t slot, float* value) const;
    /// Sets the pointers of `slots` to the keys and values; they are valid until the next change.
    void view(std::int32_t head, HeadSlots& slots) const;
    /// Returns the bytes of all heads' buffers, capacity included.
    [[nodiscard]] std::int64_t bytesAllocated() const noexcept;
    /// Calls `visit` with every buffer.
    template <class Visit>
    void eachBuffer(const Visit& visit) {
        for (Storage& head : m_heads) {
            for (Buffer Storage::*buffer : kBuffers) {
                visit(head.*buffer);
            }
        }
    }

 private:
    /// Buffers of one stored head.
    struct Storage {
        Buffer keys, values;                            ///< the tail
        Buffer keyCodes, keyScales, keyMinimums;        ///< codes by position, scales and minimums by group
        Buffer valueCodes, valueScales, valueMinimums;  ///< codes by row, scales and minimums by group
    };
    static constexpr std::array kBuffers{&Storage::keys,        &Storage::values,       &Storage::keyCodes,
                                         &Storage::keyScales,   &Storage::keyMinimums,  &Storage::valueCodes,
                                         &Storage::valueScales, &Storage::valueMinimums};
    static constexpr std::int32_t kNowhere = std::numeric_limits<std::int32_t>::min();
    [[nodiscard]] static std::int32_t at(const std::vector<std::int32_t>& list, std::int32_t slot) {
        return list[static_cast<std::size_t>(slot)];
    }
    [[nodiscard]] std::size_t wordBytes() const noexcept { return codeWordBytes(m_shape.format.width); }
    [[nodiscard]] std::size_t numberBytes() const noexcept { return bytesOf(m_shape.format.scale); }
    [[nodiscard]] std::size_t rowWords() const noexcept;
    [[nodiscard]] std::size_t rowGroups() const noexcept;
    [[nodiscard]] std::size_t headDim() const noexcept { return static_cast<std::size_t>(m_shape.headDim); }
    [[nodiscard]] std::int64_t tailKeys() const noexcept;
    /// Allocates the tail for so many keys and values; the new position i holds what was at keyFrom[i], rowFrom[i].
    /// Without memory for all heads it moves nothing.
    Result<void> regatherTail(std::int64_t keys, std::int64_t values, const std::vector<std::int32_t>& keyFrom,
                              const std::vector<std::int32_t>& rowFrom);
    Result<void> packGroups(const std::vector<std::int32_t>& kept, std::size_t groups);
    /// Packs groups of values: a group is one row, or valueTokens rows.
    Result<void> packRows(const std::vector<std::int32_t>& kept, std::size_t groups);
    void moveGroup(const Storage& from, std::size_t group, Storage& to, std::size_t target) const;
    [[nodiscard]] CodedSlots codedView(const Storage& storage) const;
    /// Adds the error between the full-precision values of `slots` and the codes in their rows, over all heads.
    void measureValues(std::span<const std::int32_t> slots, CodingError::Sums& error) const;

    CodedShape m_shape;
    std::vector<Storage> m_heads;
    std::int64_t m_keyCapacity = 0, m_valueCapacity = 0;  ///< capacity of the tail
    std::size_t m_groups = 0, m_rows = 0;                 ///< groups of coded keys, rows of coded values; free ones too

    /// By slot: coded position or row, or ~position in the tail; in m_rowOf the row of a value's codes (-1: none yet).
    std::vector<std::int32_t> m_keyAt, m_valueAt, m_rowOf;
    /// By position: the slot, -1: free. Padded with -1 to whole tiles.
    std::vector<std::int32_t> m_keySlots, m_valueSlots, m_codedKeySlots, m_codedValueSlots;
    std::vector<std::int32_t> m_freeKeys, m_freeValues;  ///< free positions of the tail, taken from the back
    std::vector<std::int32_t> m_recent;                  ///< slots with values in full precision, oldest first
    std::int64_t m_held = 0;
    std::int32_t m_newest = -1;
};

}  // namespace kvw
