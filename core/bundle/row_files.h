// SPDX-License-Identifier: Apache-2.0
/// Attention rows in the arrays of a bundle, read row by row as they are asked for; the arrays: attention_arrays.h.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "core/bundle/npy.h"
#include "core/bundle/placed_bytes.h"
#include "core/trace/row_source.h"

namespace kvw::bundle {

/// The values of an array.
struct ArrayPlace {
    std::shared_ptr<const PlacedBytes> bytes;
    std::int64_t begin = 0;  ///< of the first value
    NpyType type = NpyType::I32;
};

/// Of one layer: `steps` ascending, `offsets` [steps * units + 1] ascending from 0, no (row, unit) longer than its step
/// allows, arrays as long as the last offset says (all of that checked by whoever made it).
struct RowLayer {
    std::vector<std::int32_t> steps;
    std::vector<std::int64_t> offsets;
    ArrayPlace tokens, probs;
    /// Has the rows of the steps below `ownFrom`, with as many query heads and no more units; null: none.
    std::shared_ptr<const RowSource> shared{};
    std::int64_t ownFrom = 0;
};

/// A row whose tokens make no sense (files can change at any time) is not found.
class RowFiles final : public RowSource {
 public:
    /// `bytes`: of the tokens and probabilities of all layers that there are or will be.
    RowFiles(const TraceShape& shape, std::int64_t bytes);
    /// Any thread; a layer's rows are there from then on.
    void add(std::int32_t layer, std::shared_ptr<const RowLayer> rows);

    [[nodiscard]] std::optional<AttentionRows> find(std::int64_t step, std::int32_t layer) const override;
    [[nodiscard]] std::int64_t bytes() const noexcept override { return m_bytes; }
    [[nodiscard]] std::int64_t arrivals() const noexcept override { return m_arrivals.load(std::memory_order_acquire); }

 private:
    const TraceShape m_shape;
    const std::int64_t m_bytes;
    mutable std::mutex m_mutex;                             // of the list, for the copy of a pointer
    std::vector<std::shared_ptr<const RowLayer>> m_layers;  ///< [layers]; null: not there
    std::atomic<std::int64_t> m_arrivals{0};
};

}  // namespace kvw::bundle
