// SPDX-License-Identifier: Apache-2.0
/// Gini, entropy and temporal variance of attention, computed again from the rows that were recorded.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <vector>

#include "core/metrics/attention_shape.h"
#include "core/trace/trace.h"

namespace kvw {

struct ExactShape {
    float gini = kMissingF, entropy = kMissingF, variance = kMissingF;
};

/// The definitions of METRICS.md section 1, in double, by tokens: where `LayerRecord` has what was found slot by slot
/// while the run went on, whose variance counts tokens that a compaction moved as new ones for as many steps as it
/// looks back. No row, no value; variance is over the newest 8 decoded rows at most, up to the first that is missing.
/// Reads published steps. Thread: any, one at a time.
class ExactShapes {
 public:
    static constexpr std::size_t kWindow = 8;

    /// Of one part of each layer, or (-1) the layer. `trace` outlives this.
    ExactShapes(const Trace& trace, std::int32_t part);

    /// Steps done.
    [[nodiscard]] std::int64_t steps() const noexcept { return m_steps; }
    /// The next step, by layer; it is published. Cost: its rows, and those the variance looks back to.
    [[nodiscard]] std::vector<ExactShape> next();

 private:
    [[nodiscard]] ExactShape shapeOf(const AttentionRows& rows, const std::deque<AttentionRows>& window);
    /// Over the tokens held in all rows of the window, summed over them; NaN: there are none.
    [[nodiscard]] double varianceOf(std::size_t head, const std::deque<AttentionRows>& window) const;

    const Trace& m_trace;
    std::int32_t m_firstHead, m_heads;
    std::int64_t m_steps = 0;
    std::vector<std::deque<AttentionRows>> m_windows;  ///< [layers], newest last
    metrics::GiniScratch m_scratch;
    std::vector<double> m_row, m_sums;
};

}  // namespace kvw
