// SPDX-License-Identifier: Apache-2.0
/// What one lane makes of the softmax rows of a prefill pass: the numbers of layers.csv and, with capture maps, the
/// rows themselves.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/decode/cached_attention.h"
#include "core/decode/row_metrics.h"
#include "core/decode/run_spec.h"
#include "core/trace/trace.h"

namespace kvw {

/// Thread: inference thread.
class PassRows final : public PrefillRows {
 public:
    /// `attention` and `metrics` outlive this.
    PassRows(const CachedAttention& attention, RowMetrics& metrics, Capture capture)
        : m_attention(attention), m_metrics(metrics), m_capture(capture) {}

    /// Of the pass that adds tokens first ... first + count - 1. Forgets the rows of the one before.
    void begin(std::int64_t first, std::int64_t count);
    void prefillRows(std::int32_t layer, std::int64_t firstToken, std::int64_t rows, const float* probs,
                     std::int64_t count, std::span<const std::vector<std::int32_t>> unitTokens) override;
    /// Gives the trace the rows of one token of the pass, where they were kept. Errors: Trace::addRows.
    Result<void> addTo(Trace& trace, std::int64_t token) const;
    /// Gives back the memory; the numbers stay.
    void end();

 private:
    const CachedAttention& m_attention;
    RowMetrics& m_metrics;
    Capture m_capture;
    std::int64_t m_from = 0;  ///< first token of the pass whose rows are measured
    /// With capture maps, per layer: [tokens from m_from][query_heads] rows over m_tokens (per layer and unit).
    std::vector<std::vector<std::vector<float>>> m_rows;
    std::vector<std::vector<std::vector<std::int32_t>>> m_tokens;
};

}  // namespace kvw
