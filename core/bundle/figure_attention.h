// SPDX-License-Identifier: Apache-2.0
/// The attention map of a layer, as the window draws it. Ids: "attention-layer-3" and "attention-lanes-layer-3" with,
/// in this order and each only where it is not the usual, "-head-0" (query head; else the mean over heads), "-mean" (a
/// cell that stands for several shows their mean; else the largest), "-linear" (else logarithmic), "-steps-100-300",
/// "-tokens-0-63" (the part shown; else all).
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
};

/// x = token, y = step, from the recorded rows. Evicted cells are not zero. The scale is that of the whole map, pooled
/// or not, whatever part of it is shown.
[[nodiscard]] FigureSpec attention(const Recording& recording, std::int32_t lane, const AttentionFigure& what);
/// That of several lanes side by side, with one colour scale; lanes without rows are left out.
[[nodiscard]] FigureSpec attentionLanes(const Recording& recording, const std::vector<std::int32_t>& lanes,
                                        const AttentionFigure& what);
/// `name`: "attention" or "attention-lanes". None: the id is none of these, or names what the trace does not have.
[[nodiscard]] std::optional<AttentionFigure> attentionFigureOf(const Trace& trace, const std::string& id,
                                                               const char* name);

}  // namespace kvw::figures
