// SPDX-License-Identifier: Apache-2.0
/// Figures of the inequality and reach of attention by layer and step: one measure as a map, or several as lines.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/figures/figure.h"
#include "core/figures/figure_request.h"
#include "core/trace/recording.h"

namespace kvw::figures {

/// Measure of a layer. The last five are those of kReachNumbers (core/analysis/attention/attention_reach.h), of decoded
/// tokens whose rows were recorded.
enum class LayerMetric { Gini, Entropy, Variance, EffectiveTokens, MeanDistance, Span, NormalisedEntropy, EvictedMass };
/// Returns whether `metric` is one of those five.
[[nodiscard]] constexpr bool isReach(LayerMetric metric) noexcept {
    return metric >= LayerMetric::EffectiveTokens;
}
/// Source of the numbers: recorded during the run, or computed again from its rows
/// (core/analysis/attention/exact_shape.h).
enum class ShapeSource { Recorded, Rows };
/// Returns `part` (TraceShape::parts) if the trace has values of it, else -1: the layer. Measures of reach come from
/// rows, which have all heads.
[[nodiscard]] std::int32_t measuredPart(const Trace& trace, std::int32_t part, LayerMetric of = LayerMetric::Gini);
/// Draws the metric by layer and step (map), and its mean after the prompt by layer (bars), of one part or (-1) the
/// mean. Ids "gini", "entropy", "variance" with "-exact" (from rows), "effective-tokens", "mean-distance", "span",
/// "normalised-entropy", "evicted-mass", each with "-head-N" and "-steps-N-N" (the part of the map that is shown).
[[nodiscard]] FigureSpec layerMetric(const Recording& recording, std::int32_t lane, LayerMetric metric,
                                     std::int32_t part = -1, const std::optional<Range>& steps = {},
                                     ShapeSource source = ShapeSource::Recorded);
/// Draws Gini, entropy and temporal variance per layer over steps, a panel each, of one part or (-1) the mean over
/// heads.
[[nodiscard]] FigureSpec inequalityOf(const Recording& recording, std::int32_t lane, std::int32_t part = -1,
                                      ShapeSource source = ShapeSource::Recorded);
/// Choice of reach measures. Tokens: effective tokens, mean distance and span; Shares: normalised entropy and evicted
/// mass.
enum class ReachFigure { Tokens, Shares };
/// Draws these measures per layer over steps, from rows. Ids "reach", "reach-shares", with "-head-N".
[[nodiscard]] FigureSpec reachOf(const Recording& recording, std::int32_t lane, std::int32_t part, ReachFigure which);
/// Draws one of these figures as a request names it, without its "-steps-N-N". `steps`: the part of a map. None: it is
/// another figure, or its values were not recorded.
[[nodiscard]] std::optional<FigureSpec> layerFigureOf(const Recording& recording, std::int32_t lane,
                                                      const FigureRequest& request, const std::optional<Range>& steps);

}  // namespace kvw::figures
