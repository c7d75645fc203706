// SPDX-License-Identifier: Apache-2.0
/// One unit's keys and values under a storage codec: coded groups, and a tail in full precision.
///
/// Slots say which token is meant, positions where its key or value lies; only the lists here connect the two, so
/// coding, freeing and re-using storage never renumber a slot. A token's key waits in the tail until the tail holds
/// `residual` keys, which are then coded as one block: groups of `keyGroup` tokens in ascending token order. Its value
/// is coded with its key, but the values of the newest `residual` tokens are still read in full precision. What is
/// coded is never coded again: an evicted token leaves a hole in its group of keys, and the group is free when all of
/// its tokens are gone; a value's row is free at once, but where values are grouped per channel, as keys are. Blocks go
/// to free places where these are as many as needed, else the coded part is packed anew to exactly what it holds.
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
    std::int32_t bits = 0;      ///< of a code, at most format.width
    std::int64_t residual = 0;  ///< a multiple of format.keyGroup; 0: no codec
    Dtype dtype = Dtype::F32;   ///< of the tail
    std::int32_t heads = 0, headDim = 0;
};

/// Tokens by how their keys and values are read.
struct CodedCounts {
    std::int64_t codedKeys = 0, fullKeys = 0, codedValues = 0, fullValues = 0;
};

class CodedUnit {
 public:
    explicit CodedUnit(const CodedShape& shape);

    /// Room for `incoming` more tokens in the tail.
    Result<void> reserve(std::int64_t incoming);
    /// A new token, newer than all before it; `store` then fills in its key and value, head by head.
    void append(std::int32_t slot);
    void store(std::int32_t head, const float* key, const float* value);
    void evict(std::span<const std::int32_t> slots);
    /// Slot i is from now on what slot from[i] was; every held slot occurs once.
    void renumber(std::span<const std::int32_t> from);
    /// Cuts the tail's buffers down to what it holds and `spare` tokens more.
    Result<void> shrink(std::int64_t spare);

    /// The block that is due: tokens in ascending order, and where their codes go.
    struct Block {
        std::vector<std::int32_t> slots;
        std::vector<std::int32_t> groups;  ///< one per keyGroup slots
        std::vector<std::int32_t> rows;    ///< one per slot
        [[nodiscard]] bool empty() const noexcept { return slots.empty(); }
    };
    /// Finds storage for what exceeds the tail. Codes are filled in by putKeys and putValue and read after `endBlock`;
    /// without it nothing has changed but the storage reserved.
    Result<Block> beginBlock();
    void endBlock(const Block& block);
    /// Rows of the codec for group `i` of a block: [headDim, keyGroup] of keys; of values [headDim] of token i, or
    /// [headDim, valueTokens].
    void gatherKeys(const Block& block, std::size_t i, std::int32_t head, float* rows) const;
    void gatherValues(const Block& block, std::size_t i, std::int32_t head, float* rows) const;
    void putKeys(std::int32_t head, std::int32_t group, const std::uint8_t* codes, const float* scales,
                 const float* minimums);
    /// The group of values whose first row this is.
    void putValues(std::int32_t head, std::int32_t row, const std::uint8_t* codes, const float* scales,
                   const float* minimums);
    /// Lets go of full-precision values beyond the newest `residual`: from now on they are read as codes. `error`: what
    /// that costs them is added there; null: it is not measured.
    void settleValues(CodingError::Sums* error = nullptr);

    [[nodiscard]] const CodedShape& shape() const noexcept { return m_shape; }
    [[nodiscard]] CodedCounts counts() const noexcept;
    [[nodiscard]] bool blockDue() const noexcept { return tailKeys() >= m_shape.residual; }
    /// Position of a slot's coded key, row of its coded value; -1: in full precision.
    [[nodiscard]] std::int32_t codedKey(std::int32_t slot) const { return std::max(at(m_keyAt, slot), -1); }
    [[nodiscard]] std::int32_t codedValue(std::int32_t slot) const { return std::max(at(m_valueAt, slot), -1); }
    void readKey(std::int32_t head, std::int32_t slot, float* key) const;
    void readValue(std::int32_t head, std::int32_t slot, float* value) const;
    /// Fills in where keys and values lie; valid until the next change.
    void view(std::int32_t head, HeadSlots& slots) const;
    /// Buffers of all heads, capacity included.
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
        Buffer keyCodes, keyScales, keyMinimums;        ///< by position, by group
        Buffer valueCodes, valueScales, valueMinimums;  ///< by row
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
    /// Buffers of the tail for so many keys and values; the new position i holds what was at keyFrom[i], rowFrom[i].
    Result<void> regatherTail(std::int64_t keys, std::int64_t values, const std::vector<std::int32_t>& keyFrom,
                              const std::vector<std::int32_t>& rowFrom);
    Result<void> packGroups(const std::vector<std::int32_t>& kept, std::size_t groups);
    /// Groups of values: rows, or valueTokens of them.
    Result<void> packRows(const std::vector<std::int32_t>& kept, std::size_t groups);
    void moveGroup(const Storage& from, std::size_t group, Storage& to, std::size_t target) const;
    [[nodiscard]] CodedSlots codedView(const Storage& storage) const;
    /// Of the values in full precision of `slots` and the codes in their rows, over all heads.
    void measureValues(std::span<const std::int32_t> slots, CodingError::Sums& error) const;

    CodedShape m_shape;
    std::vector<Storage> m_heads;
    std::int64_t m_keyCapacity = 0, m_valueCapacity = 0;  ///< of the tail
    std::size_t m_groups = 0, m_rows = 0;                 ///< coded

    /// By slot: coded position or row, or ~position in the tail; the row that a value's codes have (-1: none yet).
    std::vector<std::int32_t> m_keyAt, m_valueAt, m_rowOf;
    /// By position: the slot, -1: nobody's. Filled up with -1 to whole tiles.
    std::vector<std::int32_t> m_keySlots, m_valueSlots, m_codedKeySlots, m_codedValueSlots;
    std::vector<std::int32_t> m_freeKeys, m_freeValues;  ///< positions of the tail, taken from the back
    std::vector<std::int32_t> m_recent;                  ///< slots with values in full precision, oldest first
    std::int64_t m_held = 0;
    std::int32_t m_newest = -1;
};

}  // namespace kvw
