// SPDX-License-Identifier: Apache-2.0
/// Store of the evictions of each unit: the step at which it evicted a token.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/trace/columns.h"
#include "core/trace/trace.h"

namespace kvw {
class PutBack;
}

namespace kvw::trace {

/// Steps at which the units of a lane evicted their tokens. One writer; readers pass the number of repeated evictions
/// that was published to them.
class DropStore {
 public:
    explicit DropStore(const TraceShape& shape);

    /// Notes the eviction of the tokens by one unit, or by all of a layer (head -1). Writer only.
    void add(const EvictionRecord& eviction);
    /// Returns the number of evictions of a token by a unit that had evicted it before. Writer only.
    [[nodiscard]] std::size_t again() const noexcept { return m_again.size(); }
    /// Returns for each token up to `step` the step at which the unit evicted it, -1: the unit holds it. Unit -1: the
    /// step at which the last unit of the layer did.
    [[nodiscard]] std::vector<std::int32_t> evictedAt(std::int64_t step, std::int32_t layer, std::int32_t unit,
                                                      const PutBack& back, std::int64_t again) const;

 private:
    /// Record that a unit evicted a token again.
    struct LaterDrop {
        std::uint32_t unit = 0;
        std::int32_t token = 0, step = 0;
    };
    /// Units of a layer, or one of them: first ... last - 1.
    struct Units {
        std::size_t first = 0, last = 0;
    };
    [[nodiscard]] Units unitsOf(std::int32_t layer, std::int32_t unit) const noexcept;
    void drop(std::size_t unit, const EvictionRecord& eviction);
    /// Returns what the cell of a token holds: step + 1, and 0 while the token is held.
    [[nodiscard]] std::int32_t cell(std::size_t unit, std::size_t token) const noexcept;
    [[nodiscard]] std::int32_t droppedSince(std::int32_t undoneBelow, std::int32_t token, std::size_t unit,
                                            std::int64_t step, std::span<const LaterDrop> later) const;
    void putBack(const PutBack& back, std::int64_t step, Units units, std::int64_t again,
                 std::vector<std::int32_t>& result) const;

    TraceShape m_shape;
    std::vector<SparseColumn<std::int32_t>> m_dropped;  ///< [layers * units][tokens]
    AppendColumn<LaterDrop> m_again;                    ///< all but the first drop of a token by a unit
};

}  // namespace kvw::trace
