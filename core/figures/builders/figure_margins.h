// SPDX-License-Identifier: Apache-2.0
/// The margins of an attention map at one step. Ids: "attention-margins-layer-3" (the last step),
/// "attention-margins-layer-3-step-512", "attention-margins-layer-3-step-512-tokens-40-44"; separate runs of tokens
/// follow each other: "-tokens-40-44-50-50".
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "core/figures/figure.h"
#include "core/trace/recording.h"

namespace kvw::figures {

/// Returns "largest weight", or for tokens "attention on tokens 40 to 44".
[[nodiscard]] std::string marginText(std::span<const std::int32_t> tokens);

/// Draws the attention that the rows of `step` give to `tokens` together (without tokens their largest weight): by
/// layer (bars, mean over heads), and by query head of `layer`. The panels have no bars if no row is recorded.
[[nodiscard]] FigureSpec attentionMargins(const Recording& recording, std::int32_t lane, std::int32_t layer,
                                          std::int64_t step, std::span<const std::int32_t> tokens);

}  // namespace kvw::figures
