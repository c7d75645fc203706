// SPDX-License-Identifier: Apache-2.0
/// Gini, entropy, variance and retained mass of the rows of one lane, per layer and part, at prefill and at decode.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "core/base/files/spilled_floats.h"
#include "core/engine/attention/cached_attention.h"
#include "core/engine/lane/token_mass.h"
#include "core/metrics/attention_shape.h"
#include "core/trace/trace.h"

namespace kvw {

/// Numbers of a decode step's rows of one part, as a backend measured them; NaN: undefined.
struct PartSums {
    double gini = 0;
    double entropy = 0, variance = 0, retained = 0;  ///< summed over query heads; retained: 0 without a full lane
};

/// Definitions: METRICS.md, sections 1 and 2. Gini is exact (sorted), of the head-mean row over the tokens held in the
/// step, the new one included; entropy is the mean over query heads; variance is over the last 8 decode rows. Thread:
/// inference thread.
class RowMetrics {
 public:
    /// Returns the full lane's row of a token of the same pass and query head, over tokens 0 ... token; null: not
    /// known.
    using FullRow = std::function<const float*(std::int32_t layer, std::int64_t token, std::int64_t head)>;

    RowMetrics(const TraceShape& shape, bool variance);
    /// Switches variance on or off in mid-run. Once switched on, it is missing until its window is full of consecutive
    /// rows; from then on it is what it would be without the interruption.
    void wantVariance(bool variance);
    /// Begins variance again, as in mid-run, because the rows before belong to another policy.
    void restartVariance();
    /// A fork continues with the same window of rows, which it has in memory.
    [[nodiscard]] RowMetrics fork() const;
    /// Moves the rows of the window to a temporary file, if they are many. Only `fork` may be called afterwards.
    void leaveMemory();

    /// Starts to collect the records of prompt tokens first ... first + tokens - 1; forgets earlier ones.
    void beginPrefill(std::int64_t first, std::int64_t tokens);
    /// Sets the retained mass of every row of the layer to 1: everything was held when the pass saw it.
    void retainAll(std::int32_t layer);
    /// Measures Gini and entropy of the rows of tokens `from` and later, and retained mass if `full` knows the row; the
    /// other arguments are as in PrefillRows. Leaves rows out once `attention` is stopped.
    void prefillRows(const CachedAttention& attention, std::int32_t layer, std::int64_t from, std::int64_t firstToken,
                     std::int64_t rows, const float* probs, std::int64_t count,
                     std::span<const std::vector<std::int32_t>> unitTokens, const FullRow& full, ThreadPool& pool);
    /// Takes the records of another lane of the same shape, which saw the same rows of the same tokens.
    void takePrefill(const RowMetrics& other) { m_prefill = other.m_prefill; }
    /// Returns the records [layers * (parts + 1)] of one prompt token, as Trace::addStep takes them; the caller fills
    /// held and budget.
    [[nodiscard]] std::span<LayerRecord> prefillRecords(std::int64_t token);

    /// Begins a decode step, before decodeLayer.
    void beginDecode();
    /// Fills gini, entropy, variance of one layer of a decode step, once `attention` has seen it, and retainedMass if
    /// `full` is the full lane's attention, which has seen it, too. `records` are those of all layers. Thread: any, but
    /// one per layer.
    void decodeLayer(const CachedAttention& attention, const CachedAttention* full, std::int32_t layer,
                     std::span<LayerRecord> records);
    /// Does the same with what a backend measured: sums [layers, parts + 1], of which the first of a layer is the
    /// layer's, with Gini alone. `compared`: there is a full lane.
    void take(std::span<const PartSums> sums, bool compared, std::span<LayerRecord> records);

 private:
    /// Working memory; a copy begins with none.
    struct Scratch {
        Scratch() = default;
        Scratch(const Scratch& /*other*/) {}
        Scratch& operator=(const Scratch& /*other*/) { return *this; }
        ~Scratch() = default;

        metrics::GiniScratch gini;
        std::vector<float> mean, layerMean;
        TokenMass mass;  ///< over all units
    };
    /// `sinks`: the model has learned sinks.
    void prefillRow(std::int32_t layer, std::int64_t token, const std::vector<const float*>& heads,
                    std::span<const std::vector<std::int32_t>> unitTokens, const FullRow& full, bool sinks,
                    Scratch& scratch);

    TraceShape m_shape;
    std::int64_t m_first = 0;
    std::vector<LayerRecord> m_prefill;
    std::vector<metrics::LiveVariance> m_variance;  ///< per layer and part; empty: not wanted
    std::shared_ptr<const SpilledFloats> m_stored;  ///< rows of m_variance, one after another, out of memory
    std::int64_t m_rowsUntilVariance = 0;           ///< decode steps until variance is reported
    std::vector<Scratch> m_scratch;                 ///< per layer: layers are computed in parallel
};

}  // namespace kvw
