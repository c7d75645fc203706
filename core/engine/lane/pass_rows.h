// SPDX-License-Identifier: Apache-2.0
/// The softmax rows of one lane's prefill pass: measures the numbers of layers.csv and, with capture maps, keeps the
/// rows themselves or pools them.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/base/files/spilled_floats.h"
#include "core/engine/attention/cached_attention.h"
#include "core/engine/lane/row_metrics.h"
#include "core/session/spec/run_spec.h"
#include "core/trace/pooled_maps.h"
#include "core/trace/trace.h"

namespace kvw {

/// Thread: inference thread.
class PassRows final : public PrefillRows {
 public:
    /// Relation to the full lane: there is none, this lane is it, or it is another lane.
    enum class Reference { None, Self, Other };

    /// `attention`, `metrics` and `pool` outlive this.
    PassRows(const CachedAttention& attention, RowMetrics& metrics, Capture capture, ThreadPool& pool)
        : m_attention(attention), m_metrics(metrics), m_capture(capture), m_pool(pool) {}

    /// Begins the pass that adds tokens first ... first + count - 1, before its first layer. Forgets the rows of the
    /// pass before. `full`: the full lane's rows of the same pass (Reference::Other). `shared`: other lanes need these
    /// rows. rowBytes: bytes that the trace keeps of all rows, so that older ones need not be kept until then; 0: no
    /// limit. `maps`: pooled maps of the trace, which with capture maps get all rows of the pass; null: rows are not
    /// pooled.
    void begin(std::int64_t first, std::int64_t count, Reference reference, const PassRows* full, bool shared,
               std::int64_t rowBytes, const PooledMaps* maps);
    /// Called after `begin` for a pass of one token that the full lane has decoded: the row of that decode step is the
    /// reference.
    void readDecoded(const CachedAttention& full) noexcept { m_decoded = &full; }
    void prefillRows(std::int32_t layer, std::int64_t firstToken, std::int64_t rows, const float* probs,
                     std::int64_t count, std::span<const std::vector<std::int32_t>> unitTokens) override;
    [[nodiscard]] std::int64_t firstToken(std::int32_t layer) const override {
        return m_pooled != nullptr && m_pooled->has(layer) ? m_first : m_from;
    }
    /// Adds the rows of one token of the pass to the trace, with capture maps; pooled ones with its last token. Errors:
    /// Trace::addRows.
    Result<void> addTo(Trace& trace, std::int64_t token) const;
    /// Returns the row of one token and query head of the pass, or null if it was not kept. Columns are the tokens its
    /// unit holds, ascending; in a lane that evicts nothing they are token indices.
    [[nodiscard]] const float* row(std::int32_t layer, std::int64_t token, std::int64_t head) const;
    /// Takes what another lane measured and kept of the same pass, in place of `prefillRows`. Both lanes have as many
    /// units and had evicted nothing before; called after the last layer of both. Errors: OutOfMemory, the other lane
    /// has not seen all rows.
    Result<void> follow(const PassRows& other);
    /// Returns true if the trace does not get all measured rows, because there is no room for them.
    [[nodiscard]] bool dropsRows() const noexcept {
        return m_capture == Capture::Maps && m_pooled == nullptr && m_keptFrom > m_from;
    }
    /// Sets the capture level from the next pass on.
    void setCapture(Capture capture) noexcept { m_capture = capture; }
    /// Frees the rows; the measured numbers stay. `last`: no other pass follows.
    void end(bool last);

 private:
    /// Keeps rows that were measured; called as `prefillRows`.
    void keep(std::int32_t layer, std::int64_t firstToken, std::int64_t rows, const float* probs, std::int64_t count,
              std::span<const std::vector<std::int32_t>> unitTokens);

    /// Pools rows of a layer; called as `prefillRows`.
    void poolRows(std::int32_t layer, std::int64_t firstToken, std::int64_t rows, const float* probs,
                  std::int64_t count, std::span<const std::vector<std::int32_t>> unitTokens);

    const CachedAttention& m_attention;
    RowMetrics& m_metrics;
    Capture m_capture;
    ThreadPool& m_pool;
    std::int64_t m_first = 0;  ///< first token of the pass
    std::int64_t m_from = 0;   ///< first token of the pass whose rows are measured
    std::int64_t m_last = -1;
    bool m_kept = false;          ///< rows stay until the next pass
    std::int64_t m_keptFrom = 0;  ///< first token whose rows stay
    const PassRows* m_full = nullptr;
    const CachedAttention* m_decoded = nullptr;  ///< the full lane's decode step, in place of its rows of the pass
    std::vector<bool> m_retainsAll;              ///< per layer: nothing was evicted before the pass
    std::int64_t m_seen = 0;                     ///< rows of tokens that were measured, over layers
    /// The kept rows of one layer.
    struct KeptLayer {
        KeptLayer(std::vector<std::vector<std::int32_t>> unitTokens, std::size_t count)
            : tokens(std::move(unitTokens)), floats(count) {}
        void append(std::span<const float> row) {
            floats.append(row);
            ends.push_back(floats.size());
        }
        [[nodiscard]] std::span<const float> row(std::size_t index) const {
            const std::size_t begin = index == 0 ? 0 : ends[index - 1];
            return floats.read(begin, ends[index] - begin);
        }

        std::vector<std::vector<std::int32_t>> tokens;  ///< [units]
        SpilledFloats floats;
        std::vector<std::size_t> ends;  ///< [tokens from m_keptFrom][query_heads]
    };
    using Kept = std::vector<std::optional<KeptLayer>>;  ///< [layers]
    std::shared_ptr<Kept> m_rows;                        ///< shared by all lanes that follow
    std::shared_ptr<PooledMaps> m_own, m_pooled;         ///< maps of the rows of a pass: to write to; of this pass
};

}  // namespace kvw
