// SPDX-License-Identifier: Apache-2.0
/// The attention map of a layer, as the window draws it, and its margins at one step. Ids of the map:
/// "attention-layer-3" and "attention-lanes-layer-3" with these parts, in this order and only where they differ from
/// the default: "-head-0" (query head; else mean over heads), "-mean" (a cell that pools several shows their mean; else
/// the largest), "-linear" (else logarithmic),
/// "-steps-100-300", "-tokens-0-63" (the part shown; else all), "-margins-step-512" with "-of-40-44" (the margins
/// beside the map in the window, and the tokens they are about).
/// "attention-lanes-layer-3-lanes-0-2" shows those lanes only. "attention-grid" with the same parts shows all layers
/// that are recorded, of all lanes; "-layers-0-8-31" and "-lanes-0-2" choose. Ids of margins:
/// "attention-margins-layer-3" (the last step), "attention-margins-layer-3-step-512", "attention-margins-layer-3-step-512-tokens-40-44"; separate runs of
/// tokens follow each other: "-tokens-40-44-50-50".
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/figures/figure.h"
#include "core/figures/figure_request.h"
#include "core/figures/figures.h"
#include "core/trace/recording.h"

namespace kvw::figures {

/// Lower end of a logarithmic scale of attention as a share of the highest weight: four decades. A softmax weight below
/// that is dark in any case, and a logarithmic scale has no zero.
inline constexpr double kAttentionDecades = 1e-4;

/// Look of the mean weight by token, beside a row in the colour of a first lane.
inline constexpr SeriesLook kReceivedSeries{FigureRole::Difference, 6};

struct AttentionFigure {
    std::int32_t layer = 0, head = -1;
    bool mean = false, linear = false;
    std::optional<Range> steps = {}, tokens = {};
    std::optional<std::int64_t> marginsAt = {};  ///< draw the margins; step of those by layer and head
    std::vector<std::int32_t> of = {};           ///< tokens whose weights the margins sum; empty: largest weight
    std::optional<std::vector<std::int32_t>> lanes = {};   ///< of several, ascending; none: all
    std::optional<std::vector<std::int32_t>> layers = {};  ///< of attentionGrid, ascending; none: all
    bool ofLayers = false;                                 ///< several layers: `layer` has no place in id and title
    std::int32_t side = kMapSide;                          ///< most cells a side
};

/// Draws the recorded rows of a lane: x = token, y = step. Evicted cells are not zero. The colour scale spans the
/// weights of the whole map before pooling, whatever part of it is shown. Rows that were pooled while they were
/// recorded (Trace::pooledMaps) are drawn as they were pooled, without margins. Margins are panels below: by token the
/// mean weight while it is held; by step, layer and head the largest weight or the sum over `of`. `sinks` gets the mean
/// share of learned sinks, as the caption says it.
[[nodiscard]] FigureSpec attention(const Recording& recording, std::int32_t lane, const AttentionFigure& wanted,
                                   std::optional<double>* sinks = nullptr);
/// Draws the maps of several lanes side by side on one colour scale, without margins; lanes without rows are left out.
[[nodiscard]] FigureSpec attentionLanes(const Recording& recording, const AttentionFigure& what);
/// Draws the maps of several layers and lanes on one colour scale, a panel each, the layers of a lane one after
/// another; those without rows are left out. `AttentionFigure::layer` is not used. Each lane of several has a row of panels.
[[nodiscard]] FigureSpec attentionGrid(const Recording& recording, const AttentionFigure& what);
/// Reads a request. None: it is no such figure, or names something that the trace does not have.
[[nodiscard]] std::optional<AttentionFigure> attentionFigureOf(const Recording& recording, std::int32_t lane,
                                                               const FigureRequest& request);
[[nodiscard]] std::optional<AttentionFigure> attentionLanesOf(const Recording& recording, std::int32_t lane,
                                                              const FigureRequest& request);
[[nodiscard]] std::optional<AttentionFigure> attentionGridOf(const Recording& recording, std::int32_t lane,
                                                             const FigureRequest& request);

/// Parts of these builders: the id of several lanes or layers; the title with the settings that are not the default;
/// the ends of the colour scale.
[[nodiscard]] std::string attentionLanesId(const char* name, const AttentionFigure& what);
[[nodiscard]] FigureTitle attentionTitle(const char* begin, const AttentionFigure& what);
void setAttentionScale(FigureMap& map, double most, bool linear);

/// Returns "largest weight", or for tokens "attention on tokens 40 to 44".
[[nodiscard]] std::string marginText(std::span<const std::int32_t> tokens);

/// Draws the attention that the rows of `step` give to `tokens` together (without tokens their largest weight): by
/// layer (bars, mean over heads), and by query head of `layer`. The panels have no bars if no row is recorded.
[[nodiscard]] FigureSpec attentionMargins(const Recording& recording, std::int32_t lane, std::int32_t layer,
                                          std::int64_t step, std::span<const std::int32_t> tokens);
/// Draws them as a request names them; without a step the last one. None: it is no such figure.
[[nodiscard]] std::optional<FigureSpec> marginsOf(const Recording& recording, std::int32_t lane,
                                                  const FigureRequest& request);

}  // namespace kvw::figures
