// SPDX-License-Identifier: Apache-2.0
/// Interface to attention rows stored elsewhere, in the files of an opened bundle: a trace reads them on demand and
/// keeps no copy.
#pragma once

#include <cstdint>
#include <optional>

#include "core/trace/trace.h"

namespace kvw {

/// Returns the shape of scores, which are stored as rows of one head per unit.
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

    /// Returns the rows of a step and layer. None: not captured, not arrived yet, or no longer valid (the file has
    /// changed).
    [[nodiscard]] virtual std::optional<AttentionRows> find(std::int64_t step, std::int32_t layer) const = 0;
    /// Returns the size of all rows, arrived or not.
    [[nodiscard]] virtual std::int64_t bytes() const noexcept = 0;
    /// Returns a count that grows when more rows arrive; a reader that found none may ask again.
    [[nodiscard]] virtual std::int64_t arrivals() const noexcept = 0;
};

}  // namespace kvw
