// SPDX-License-Identifier: Apache-2.0
/// Attention rows that lie elsewhere, in the files of an opened bundle: a trace asks for them and keeps no copy.
#pragma once

#include <cstdint>
#include <optional>

#include "core/trace/trace.h"

namespace kvw {

/// Scores are kept as rows of one head per unit.
[[nodiscard]] inline TraceShape shapeOfScores(const TraceShape& shape) noexcept {
    return {shape.layers, shape.units, shape.units, shape.headDim, shape.units};
}

/// Thread: any; rows may arrive while others are read.
class RowSource {
 public:
    RowSource() = default;
    virtual ~RowSource() = default;
    RowSource(const RowSource&) = delete;
    RowSource& operator=(const RowSource&) = delete;

    /// None: not captured, not there yet, or no longer what it was (a file that was changed under us).
    [[nodiscard]] virtual std::optional<AttentionRows> find(std::int64_t step, std::int32_t layer) const = 0;
    /// That there are, arrived or not.
    [[nodiscard]] virtual std::int64_t bytes() const noexcept = 0;
    /// Grows when rows arrive that were not there: whoever asked before may ask again.
    [[nodiscard]] virtual std::int64_t arrivals() const noexcept = 0;
};

}  // namespace kvw
