// SPDX-License-Identifier: Apache-2.0
/// What one lane makes of the softmax rows of a prefill pass: the numbers of layers.csv and, with capture maps, the
/// rows themselves.
#pragma once

#include <cstdint>
#include <memory>
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
    /// Who looks at the full lane: nobody (there is none), this lane itself (it is the full one), or another lane.
    enum class Reference { None, Self, Other };

    /// `attention`, `metrics` and `pool` outlive this.
    PassRows(const CachedAttention& attention, RowMetrics& metrics, Capture capture, ThreadPool& pool)
        : m_attention(attention), m_metrics(metrics), m_capture(capture), m_pool(pool) {}

    /// Of the pass that adds tokens first ... first + count - 1, before its first layer. Forgets the rows of the pass
    /// before. `full`: the full lane's rows of the same pass (Reference::Other). `shared`: others ask for these rows.
    /// rowBytes: what the trace keeps of all rows, so that older ones need not be kept until then; 0: no limit.
    void begin(std::int64_t first, std::int64_t count, Reference reference, const PassRows* full, bool shared,
               std::int64_t rowBytes);
    /// Behind `begin`, of a pass of one token which the full lane has decoded: its row is the reference.
    void readDecoded(const CachedAttention& full) noexcept { m_decoded = &full; }
    void prefillRows(std::int32_t layer, std::int64_t firstToken, std::int64_t rows, const float* probs,
                     std::int64_t count, std::span<const std::vector<std::int32_t>> unitTokens) override;
    /// Gives the trace the rows of one token of the pass, with capture maps. Errors: Trace::addRows.
    Result<void> addTo(Trace& trace, std::int64_t token) const;
    /// The row of one token and query head of the pass, or null where it was not kept. Columns are the tokens its unit
    /// holds, ascending; of a lane that evicts nothing: token indices.
    [[nodiscard]] const float* row(std::int32_t layer, std::int64_t token, std::int64_t head) const;
    /// Takes what another lane saw of the same pass; its units are as many, and nothing was evicted before. Behind the
    /// last layer of both, in place of `prefillRows`. OutOfMemory: it did not see all of it.
    Result<void> follow(const PassRows& other);
    /// Rows were measured that the trace does not get: there is no room for them.
    [[nodiscard]] bool dropsRows() const noexcept { return m_capture == Capture::Maps && m_keptFrom > m_from; }
    /// From the next pass on.
    void setCapture(Capture capture) noexcept { m_capture = capture; }
    /// Gives back the memory; the numbers stay.
    void end();

 private:
    const CachedAttention& m_attention;
    RowMetrics& m_metrics;
    Capture m_capture;
    ThreadPool& m_pool;
    std::int64_t m_from = 0;  ///< first token of the pass whose rows are measured
    std::int64_t m_last = -1;
    bool m_kept = false;          ///< rows stay until the next pass
    std::int64_t m_keptFrom = 0;  ///< first token of those
    const PassRows* m_full = nullptr;
    const CachedAttention* m_decoded = nullptr;  ///< of the full lane, in place of its rows of the pass
    std::vector<bool> m_retainsAll;              ///< per layer: nothing was evicted before the pass
    std::int64_t m_seen = 0;                     ///< rows of tokens that were measured, over layers
    struct Kept {
        /// Per layer: [tokens from m_keptFrom][query_heads] rows over the tokens (per layer and unit).
        std::vector<std::vector<std::vector<float>>> rows;
        std::vector<std::vector<std::vector<std::int32_t>>> tokens;
    };
    std::shared_ptr<Kept> m_rows;  ///< of all lanes that follow
};

}  // namespace kvw
