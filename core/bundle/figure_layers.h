// SPDX-License-Identifier: Apache-2.0
/// Inequality and reach of attention by layer and step: one of their measures as a map, or some as lines.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/bundle/figure.h"
#include "core/bundle/figure_range.h"
#include "core/trace/recording.h"

namespace kvw::figures {

/// The last five are those of kReachNumbers (core/trace/attention_reach.h), of decoded tokens whose rows were recorded.
enum class LayerMetric { Gini, Entropy, Variance, EffectiveTokens, MeanDistance, Span, NormalisedEntropy, EvictedMass };
/// It is one of those five.
[[nodiscard]] constexpr bool isReach(LayerMetric metric) noexcept {
    return metric >= LayerMetric::EffectiveTokens;
}
/// Of the name of its figure: "gini", "effective-tokens".
[[nodiscard]] std::optional<LayerMetric> layerMetricOf(const std::string& id);
/// Numbers found while the run went on, or computed again from its rows (core/trace/exact_shape.h).
enum class ShapeSource { Recorded, Rows };
/// `part` of each layer (TraceShape::parts) where the trace has values per part, else -1: the layer. Rows have all
/// heads.
[[nodiscard]] std::int32_t measuredPart(const Trace& trace, std::int32_t part, LayerMetric of = LayerMetric::Gini);
/// "head 2" of a trace whose parts are KV heads or query heads; "mean over heads" of part -1.
[[nodiscard]] std::string partName(const TraceShape& shape, std::int32_t part);
/// The metric by layer and step (map), and its mean behind the prompt by layer (bars), of one part or (-1) the mean.
/// Ids "gini", "entropy", "variance" with "-exact" (of rows), "effective-tokens", "mean-distance", "span",
/// "normalised-entropy", "evicted-mass", and behind each "-head-N" and "-steps-N-N" (the part of the map that is
/// shown).
[[nodiscard]] FigureSpec layerMetric(const Recording& recording, std::int32_t lane, LayerMetric metric,
                                     std::int32_t part = -1, const std::optional<Range>& steps = {},
                                     ShapeSource source = ShapeSource::Recorded);
/// Gini, entropy and temporal variance per layer over steps, a panel each, of one part or (-1) the mean over heads.
[[nodiscard]] FigureSpec inequalityOf(const Recording& recording, std::int32_t lane, std::int32_t part,
                                      ShapeSource source = ShapeSource::Recorded);
/// Effective tokens, mean distance and span; or normalised entropy and evicted mass.
enum class ReachFigure { Tokens, Shares };
/// Likewise over steps, of rows. Ids "reach", "reach-shares", with "-head-N".
[[nodiscard]] FigureSpec reachOf(const Recording& recording, std::int32_t lane, std::int32_t part, ReachFigure which);

}  // namespace kvw::figures
