// SPDX-License-Identifier: Apache-2.0
/// Recomputes Gini, entropy and temporal variance of attention from recorded rows.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "core/metrics/attention_shape.h"
#include "core/trace/trace.h"

namespace kvw {

struct ExactShape {
    float gini = kMissingF, entropy = kMissingF, variance = kMissingF;
};

/// Uses the definitions of METRICS.md section 1, in double and by token. The values of `LayerRecord` are computed by
/// slot during the run; after a compaction its variance takes moved tokens for new ones, for as many steps as it looks
/// back. Without a row there is no value; the variance here is over the newest 8 decoded rows at most, up to the first
/// missing one. Reads published steps. Thread: any, one at a time.
class ExactShapes {
 public:
    static constexpr std::size_t kWindow = 8;

    /// Measures one part of each layer, or (-1) the whole layer. `trace` must outlive this object.
    ExactShapes(const Trace& trace, std::int32_t part);

    /// Returns the number of steps done.
    [[nodiscard]] std::int64_t steps() const noexcept { return m_steps; }
    /// Returns the shapes of the next step per layer; the step must be published. Cost: its rows, and those the
    /// variance looks back to.
    [[nodiscard]] std::vector<ExactShape> next();

 private:
    [[nodiscard]] ExactShape shapeOf(const AttentionRows& rows, const std::deque<AttentionRows>& window);
    /// Returns the variance summed over the tokens that all rows of the window hold; NaN: there are none.
    [[nodiscard]] double varianceOf(std::size_t head, const std::deque<AttentionRows>& window) const;

    const Trace& m_trace;
    std::int32_t m_firstHead, m_heads;
    std::int64_t m_steps = 0;
    std::vector<std::deque<AttentionRows>> m_windows;  ///< [layers], newest last
    metrics::GiniScratch m_scratch;
    std::vector<double> m_row, m_sums;
};

}  // namespace kvw
