// SPDX-License-Identifier: Apache-2.0
/// The attention map of a layer, as the window draws it. Ids: "attention-layer-3" and "attention-lanes-layer-3" with,
/// in this order and each only where it is not the usual, "-head-0" (query head; else the mean over heads), "-mean" (a
/// cell that stands for several shows their mean; else the largest), "-linear" (else logarithmic), "-steps-100-300",
/// "-tokens-0-63" (the part shown; else all), "-margins-step-512" with "-of-40-44" (what stands beside the map in the
/// window, and which tokens it is about; runs as in figure_margins.h). "attention-lanes-layer-3-lanes-0-2" is of those
/// lanes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/bundle/figure.h"
#include "core/bundle/figure_range.h"
#include "core/trace/recording.h"

namespace kvw::figures {

/// Lower end of a logarithmic scale of attention, of the highest weight: four decades. Below that a softmax weight is
/// dark in any case, and a logarithmic scale has no zero.
inline constexpr double kAttentionDecades = 1e-4;

struct AttentionFigure {
    std::int32_t layer = 0, head = -1;
    bool mean = false, linear = false;
    std::optional<Range> steps = {}, tokens = {};
    std::optional<std::int64_t> marginsAt = {};           ///< with its margins; the step of those by layer and head
    std::vector<std::int32_t> of = {};                    ///< tokens that the margins are about; empty: the largest
    std::optional<std::vector<std::int32_t>> lanes = {};  ///< of attentionLanes, rising; none: all
};

/// x = token, y = step, from the recorded rows. Evicted cells are not zero. The scale is that of the whole map, pooled
/// or not, whatever part of it is shown. Margins are panels below: by token the mean weight while it is held, by step,
/// layer and head the largest weight or what `of` gets.
[[nodiscard]] FigureSpec attention(const Recording& recording, std::int32_t lane, const AttentionFigure& what);
/// That of several lanes side by side, without margins, with one colour scale; lanes without rows are left out.
[[nodiscard]] FigureSpec attentionLanes(const Recording& recording, const AttentionFigure& what);
/// None: the id is no such figure, or names what the trace does not have.
[[nodiscard]] std::optional<AttentionFigure> attentionFigureOf(const Trace& trace, const std::string& id);
[[nodiscard]] std::optional<AttentionFigure> attentionLanesOf(const Recording& recording, std::int32_t lane,
                                                              const std::string& id);

}  // namespace kvw::figures
