// SPDX-License-Identifier: Apache-2.0
/// One attention row of a trace as tokens and weights, of a query head or as the mean over heads; and what all rows of
/// a step read, by layer and head.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/trace/trace.h"

namespace kvw {

/// Softmax weights of one step by token, ascending. head -1: mean over the query heads (a token that some head holds
/// counts 0 for the others). False: no rows are kept of it. Any thread.
bool attentionRow(const Trace& trace, std::int64_t step, std::int32_t layer, std::int32_t head,
                  std::vector<std::int32_t>& tokens, std::vector<float>& values);

/// What the learned sinks of the model (gpt-oss) take of the row of one step, as a mean over heads for head -1: what
/// its weights lack of 1. None: no rows are kept of it, or they sum to 1 but for the rounding of bundles. Any thread.
[[nodiscard]] std::optional<double> learnedSinkShare(const Trace& trace, std::int64_t step, std::int32_t layer,
                                                     std::int32_t head);
/// Likewise from the sum of a row's weights.
[[nodiscard]] std::optional<double> learnedSinkShare(double sum);

/// By query head: what the row of one step puts on `tokens` together (0 for one it does not hold); without tokens, its
/// largest weight. `tokens` ascend, none twice. Empty: no rows are kept of it. Any thread.
[[nodiscard]] std::vector<float> attentionByHead(const Trace& trace, std::int64_t step, std::int32_t layer,
                                                 std::span<const std::int32_t> tokens);

/// One step: by layer the mean over heads, by head of `layer`, of what `attentionByHead` gives. NaN, and no
/// heads: no rows are kept of it. Any thread.
struct StepMarginals {
    std::vector<double> layers, heads;
};
[[nodiscard]] StepMarginals stepMarginals(const Trace& trace, std::int64_t step, std::int32_t layer,
                                          std::span<const std::int32_t> tokens);

}  // namespace kvw
