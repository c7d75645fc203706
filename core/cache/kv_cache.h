// SPDX-License-Identifier: Apache-2.0
/// The slot cache: eviction frees slots, appending overwrites them, and nothing moves in steady state.
///
/// Logical shape per layer: K, V [stored_heads, capacity, head_dim]; stored_heads = kv_heads, or query_heads where
/// every query head has a keep-set of its own. The token table says which token a slot holds, one per unit (layer, KV
/// head or query head). Capacities are ragged: each unit has its own. Only `compact` moves tokens to other slots. Under
/// a storage codec the slots are the same, and CodedUnit stores their keys and values. Thread: inference thread only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/cache/coded_unit.h"
#include "core/cache/encode_blocks.h"

namespace kvw {

struct CacheShape {
    std::int32_t layers = 0, queryHeads = 0, kvHeads = 0, headDim = 0;
    std::int32_t units = 1;        ///< token tables per layer
    std::int32_t storedHeads = 0;  ///< K/V heads per layer
    std::int32_t statistics = 0;   ///< f32 numbers per slot kept for the policy
    Dtype dtype = Dtype::F32;
    CodeFormat codes;           ///< width 0: no codec
    std::int32_t codeBits = 0;  ///< at most codes.width
    std::int64_t residual = 0;  ///< tokens of the full-precision tail; a multiple of codes.keyGroup
    /// Room for tokens and every eviction copy what stays into new memory, at the slots that it has, as caches that
    /// concatenate do; not with a codec.
    bool concatenates = false;
    [[nodiscard]] bool coded() const noexcept { return codes.width != 0; }
    [[nodiscard]] std::int32_t unitOfStored(std::int32_t head) const noexcept { return head * units / storedHeads; }
    [[nodiscard]] std::int32_t unitOfQuery(std::int32_t head) const noexcept { return head * units / queryHeads; }
    /// Returns the number of stored heads that share a unit.
    [[nodiscard]] std::int32_t storedPerUnit() const noexcept { return storedHeads / units; }
};

class KvCache {
 public:
    explicit KvCache(const CacheShape& shape);
    KvCache(const KvCache& other) = default;  ///< a deep copy (fork); throws std::bad_alloc
    KvCache& operator=(const KvCache&) = delete;
    ~KvCache() = default;

    [[nodiscard]] const CacheShape& shape() const noexcept { return m_shape; }

    /// Makes room for `incoming` more tokens in every unit of a layer. Capacities grow to held + incoming without
    /// slack, or by an eighth if a full unit grows token by token. OutOfMemory is an error, not an exception, unless the
    /// cache concatenates.
    Result<void> reserve(std::int32_t layer, std::int64_t incoming);
    /// Appends one token to every unit of a layer: keys, values [sourceHeads, head_dim]. sourceHeads (kv_heads) may be
    /// fewer than the stored heads: each is then stored once per stored head of its group. The slot used is
    /// slotOfNewest(layer, unit).
    void append(std::int32_t layer, std::int64_t token, const float* keys, const float* values,
                std::int32_t sourceHeads);
    /// Puts one token into one unit, in full precision: keys, values [storedPerUnit, head_dim] as read by readKey and
    /// readValue. There must be room (`reserve`).
    void insert(std::int32_t layer, std::int32_t unit, std::int64_t token, const float* keys, const float* values);
    [[nodiscard]] std::int32_t slotOfNewest(std::int32_t layer, std::int32_t unit) const;
    /// Frees slots of one unit; the statistics of a slot are reset when it is filled again. Throws std::bad_alloc if the
    /// cache concatenates.
    void evict(std::int32_t layer, std::int32_t unit, std::span<const std::int32_t> slots);
    /// Gathers the held tokens into buffers of held + spare slots (rounded up to a tile), in ascending token order, and
    /// frees the larger buffers.
    Result<void> compact(std::int32_t layer, std::int64_t spare);
    /// Codes what exceeds the full-precision tails of these layers, at the end of a pass; no effect without a codec.
    /// `error`: as in encodeBlocks.
    Result<void> encode(std::int32_t firstLayer, std::int32_t layers, RowEncoder& encoder,
                        CodingError* error = nullptr);
    /// Copies the tokens of `other` for a policy that takes over; statistics start at 0. Both caches have the same
    /// stored heads and type and no codec. The units are the same, or there are more if `other` has one per layer.
    /// Throws std::bad_alloc.
    void adopt(const KvCache& other);
    /// Gives back token-table columns that no layer uses any more.
    void shrinkTables();
    /// Moves keys, values and codes into a temporary file and out of memory, where they are many; again after they were
    /// read. The cache stays usable, slower. Errors: Io, and they stay in memory.
    Result<void> leaveMemory();

    [[nodiscard]] std::int64_t held(std::int32_t layer, std::int32_t unit) const { return unitAt(layer, unit).held; }
    [[nodiscard]] std::int64_t capacity(std::int32_t layer, std::int32_t unit) const {
        return unitAt(layer, unit).capacity;
    }
    /// Returns the end of the slots that were filled since the last compaction: [0, used).
    [[nodiscard]] std::int64_t used(std::int32_t layer, std::int32_t unit) const { return unitAt(layer, unit).used; }
    [[nodiscard]] std::int64_t heldTotal() const;  ///< over layers and stored heads

    /// Token tables of all layers, [layers, units, stride()] int64, -1 = free. Addresses change with reserve and
    /// shrinkTables.
    [[nodiscard]] std::int64_t* tokens() noexcept { return m_tokens.data(); }
    [[nodiscard]] std::span<const std::int64_t> tokens(std::int32_t layer, std::int32_t unit) const;
    /// Token tables of all units of a layer, [units, stride()].
    [[nodiscard]] std::span<const std::int64_t> layerTokens(std::int32_t layer) const {
        return {table(layer, 0), static_cast<std::size_t>(m_shape.units * m_stride)};
    }
    /// Statistics, [statistics, layers, units, stride()] f32.
    [[nodiscard]] float* statistics() noexcept { return m_statistics.data(); }
    [[nodiscard]] std::span<const float> allStatistics() const noexcept { return m_statistics; }
    [[nodiscard]] std::int64_t stride() const noexcept { return m_stride; }

    /// Fills `slots` with the held slots of a unit in ascending token order.
    void slotsInTokenOrder(std::int32_t layer, std::int32_t unit, std::vector<std::int32_t>& slots) const;
    /// Returns one stored head for the attention kernels; `rotation` may be null.
    [[nodiscard]] HeadSlots slots(std::int32_t layer, std::int32_t storedHead, const RotateOnRead* rotation) const;
    /// Rotates the keys of one stored head in place; f32 only, because a rounded key is never rotated again.
    void rotateBack(std::int32_t layer, std::int32_t storedHead, const RotateBack& turn);
    void readKey(std::int32_t layer, std::int32_t storedHead, std::int32_t slot, float* key) const;
    void readValue(std::int32_t layer, std::int32_t storedHead, std::int32_t slot, float* value) const;

    /// Returns the storage of a unit under a codec; null without a codec.
    [[nodiscard]] const CodedUnit* codedUnit(std::int32_t layer, std::int32_t unit) const {
        return m_coded.empty() ? nullptr : &m_coded[static_cast<std::size_t>(layer * m_shape.units + unit)];
    }
    /// Bytes of the held K and V rows; coded ones with their share of scales and minimums.
    [[nodiscard]] std::int64_t bytesLive() const;
    /// Bytes of the K and V buffers, capacity included; codes with all of their scales and minimums.
    [[nodiscard]] std::int64_t bytesAllocated() const;
    /// Bytes of a coded element, scale and minimum included; 0 without a codec.
    [[nodiscard]] double bytesPerCodedKey() const;
    [[nodiscard]] double bytesPerCodedValue() const;
    /// Bytes of one token's K and V rows in one head, in full precision.
    [[nodiscard]] std::int64_t bytesPerTokenRow() const noexcept {
        return 2 * static_cast<std::int64_t>(bytesOf(m_shape.dtype)) * m_shape.headDim;
    }

 private:
    struct Unit {
        std::int64_t capacity = 0, used = 0, held = 0;
        std::int32_t newest = -1;
        std::vector<std::int32_t> free;  ///< free slots below `used`, taken from the back
    };
    struct Stored {
        Buffer keys, values;
    };
    [[nodiscard]] const Unit& unitAt(std::int32_t layer, std::int32_t unit) const {
        return m_units[static_cast<std::size_t>(layer * m_shape.units + unit)];
    }
    [[nodiscard]] Unit& unitAt(std::int32_t layer, std::int32_t unit) {
        return m_units[static_cast<std::size_t>(layer * m_shape.units + unit)];
    }
    [[nodiscard]] const Stored& stored(std::int32_t layer, std::int32_t storedHead) const {
        return m_stored[static_cast<std::size_t>(layer * m_shape.storedHeads + storedHead)];
    }
    [[nodiscard]] Stored& stored(std::int32_t layer, std::int32_t storedHead) {
        return m_stored[static_cast<std::size_t>(layer * m_shape.storedHeads + storedHead)];
    }
    [[nodiscard]] CodedUnit& coded(std::int32_t layer, std::int32_t unit) {
        return m_coded[static_cast<std::size_t>(layer * m_shape.units + unit)];
    }
    [[nodiscard]] std::int64_t* table(std::int32_t layer, std::int32_t unit) {
        return m_tokens.data() + static_cast<std::int64_t>(layer * m_shape.units + unit) * m_stride;
    }
    [[nodiscard]] const std::int64_t* table(std::int32_t layer, std::int32_t unit) const {
        return m_tokens.data() + static_cast<std::int64_t>(layer * m_shape.units + unit) * m_stride;
    }
    [[nodiscard]] float* statistic(std::int32_t which, std::int32_t layer, std::int32_t unit) {
        const auto row = (static_cast<std::int64_t>(which) * m_shape.layers + layer) * m_shape.units + unit;
        return m_statistics.data() + row * m_stride;
    }
    /// Calls `visit` with every buffer of keys, values and codes.
    template <class Visit>
    void eachBuffer(const Visit& visit) {
        for (Stored& head : m_stored) {
            visit(head.keys);
            visit(head.values);
        }
        for (CodedUnit& unit : m_coded) {
            unit.eachBuffer(visit);
        }
    }
    void restride(std::int64_t stride);
    /// Takes a slot for a new token and sets its statistics to 0.
    std::int32_t takeSlot(std::int32_t layer, std::int32_t unit, std::int64_t token);
    void renumberTables(std::int32_t layer, std::int32_t unit, const std::vector<std::int32_t>& from);
    /// Copies the buffers of a unit, and frees the ones before. Throws std::bad_alloc.
    void copyRows(std::int32_t layer, std::int32_t unit);
    /// Moves a unit's rows into buffers of a new capacity: row i of the new buffers comes from slot `from[i]`. Without
    /// memory for the buffers of all of its heads it moves nothing.
    Result<void> regather(std::int32_t layer, std::int32_t unit, std::int64_t capacity,
                          const std::vector<std::int32_t>& from);

    CacheShape m_shape;
    std::vector<Unit> m_units;
    std::vector<Stored> m_stored;    ///< without a codec
    std::vector<CodedUnit> m_coded;  ///< with a codec, per unit
    std::int64_t m_stride = 0;
    std::vector<std::int64_t> m_tokens;
    std::vector<float> m_statistics;
};

}  // namespace kvw
