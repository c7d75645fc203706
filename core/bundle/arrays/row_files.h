// SPDX-License-Identifier: Apache-2.0
/// Attention rows in the arrays of a bundle, read row by row on demand. Arrays: attention_arrays.h.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "core/base/files/random_access_file.h"
#include "core/bundle/arrays/npy.h"
#include "core/trace/row_source.h"

namespace kvw::bundle {

/// Place of an array's values in a file.
struct ArrayPlace {
    std::shared_ptr<const RandomAccessFile> bytes;
    std::int64_t begin = 0;  ///< offset of the first value
    NpyType type = NpyType::I32;
};

/// Rows of one layer: `steps` ascending, `offsets` [steps * units + 1] ascending from 0, no (row, unit) longer than its
/// step allows, arrays as long as the last offset says. Whoever makes it has checked all that.
struct RowLayer {
    std::vector<std::int32_t> steps;
    std::vector<std::int64_t> offsets;
    ArrayPlace tokens, probs;
    /// Source of the rows of the steps below `ownFrom`, with as many query heads and no more units; null: none.
    std::shared_ptr<const RowSource> shared{};
    std::int64_t ownFrom = 0;
};

/// Rows of a lane, read from its files. A row whose tokens make no sense is not found: files can change at any time.
class RowFiles final : public RowSource {
 public:
    /// `bytes`: size of the tokens and probabilities of all layers, including layers added later.
    RowFiles(const TraceShape& shape, std::int64_t bytes);
    /// Adds a layer, whose rows can be found from then on. Thread: any.
    void add(std::int32_t layer, std::shared_ptr<const RowLayer> rows);

    [[nodiscard]] std::optional<AttentionRows> find(std::int64_t step, std::int32_t layer) const override;
    [[nodiscard]] std::int64_t bytes() const noexcept override { return m_bytes; }
    [[nodiscard]] std::int64_t arrivals() const noexcept override { return m_arrivals.load(std::memory_order_acquire); }

 private:
    const TraceShape m_shape;
    const std::int64_t m_bytes;
    mutable std::mutex m_mutex;                             // guards m_layers, only while a pointer is copied
    std::vector<std::shared_ptr<const RowLayer>> m_layers;  ///< [layers]; null: not there
    std::atomic<std::int64_t> m_arrivals{0};
};

}  // namespace kvw::bundle
