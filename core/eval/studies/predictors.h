// SPDX-License-Identifier: Apache-2.0
/// Which signal predicts how many tokens a layer needs: signals by which policies share a cache among layers, against
/// what the layers turned out to need, as rank correlations and as NLL at equal bytes.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "core/analysis/attention/layer_signals.h"
#include "core/base/table.h"
#include "core/eval/statistics.h"
#include "core/trace/recording.h"

namespace kvw::eval {

enum class LayerSignal { Gini, Entropy, Variance, Preference, Random, Oracle };
inline constexpr std::array kLayerSignals{LayerSignal::Gini,       LayerSignal::Entropy, LayerSignal::Variance,
                                          LayerSignal::Preference, LayerSignal::Random,  LayerSignal::Oracle};
[[nodiscard]] const char* toText(LayerSignal signal) noexcept;

/// Returns the weights by which layers share a total, [layers], none negative; more: the layer gets more tokens. Gini:
/// softmax(-G), as Adap-KV; entropy, variance, preference: CAKE's H, V, P; random: drawn from the seed as the budget
/// `random` does; oracle: `needs`.
[[nodiscard]] std::vector<double> signalWeights(LayerSignal signal, const LayerSignals& measured,
                                                std::span<const double> needs, std::uint64_t seed);
/// Returns the weights as the parameter of the budget `weighted` has them: "1000000/250000", at least 1 each. All equal
/// if none is above 0.
[[nodiscard]] std::string weightsText(std::span<const double> weights);

/// One text, or one part of it.
struct PredictorSample {
    std::vector<double> needs;                            ///< [layers]
    std::map<LayerSignal, std::vector<double>> weights;   ///< [layers] each
    std::vector<double> uniformNll;                       ///< of the tokens behind the prompt
    std::map<LayerSignal, std::vector<double>> nll;       ///< likewise; absent: the lane ended early
    std::vector<double> fullNll;
    std::vector<std::int64_t> uniformHeld;                ///< tokens per layer behind the prompt, mean over its units
    std::map<LayerSignal, std::vector<std::int64_t>> held;
    double uniformBytes = kMissing;                       ///< of keys and values at the end
    std::map<LayerSignal, double> bytes;
};

/// Result of a signal over the samples. NaN: undefined.
struct PredictorRow {
    std::string signal;  ///< also "full cache", and "uniform": the same budget for each layer
    double spearman = kMissing, kendall = kMissing;  ///< with what the layers needed, mean over the samples
    Interval ofSpearman, ofKendall;                  ///< over samples
    double nll = kMissing, bytes = kMissing;
    Paired difference;  ///< NLL less that of equal budgets; over samples, of a single one over its tokens
};
[[nodiscard]] std::vector<PredictorRow> predictorRows(std::span<const PredictorSample> samples);
[[nodiscard]] tables::Table predictorTable(std::span<const PredictorRow> rows, std::string caption);
/// Returns a table with a row per layer of a sample: what it needed, weights by signal, tokens held by signal.
[[nodiscard]] tables::Table layerTable(const PredictorSample& sample);

}  // namespace kvw::eval
