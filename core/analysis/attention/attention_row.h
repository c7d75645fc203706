// SPDX-License-Identifier: Apache-2.0
/// Reads one attention row of a trace as tokens and weights, for a query head or as the mean over heads; and sums of
/// all rows of a step, per layer and head.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/trace/trace.h"

namespace kvw {

/// Reads the softmax weights of one step by token, ascending. head -1: mean over the query heads (a head that does not
/// hold a token counts 0 for it). Returns false if no rows of it are kept. Thread: any.
bool attentionRow(const Trace& trace, std::int64_t step, std::int32_t layer, std::int32_t head,
                  std::vector<std::int32_t>& tokens, std::vector<float>& values);

/// Returns the share of the row that the learned sinks of the model (gpt-oss) take: 1 minus the sum of its weights;
/// mean over heads for head -1. None: no rows are kept, or they sum to 1 up to the rounding of bundles. Thread: any.
[[nodiscard]] std::optional<double> learnedSinkShare(const Trace& trace, std::int64_t step, std::int32_t layer,
                                                     std::int32_t head);
/// Does the same for a row with weights that sum to `sum`.
[[nodiscard]] std::optional<double> learnedSinkShare(double sum);

/// Returns, per query head, the weight that the row of one step puts on `tokens` together (0 for those it does not
/// hold); without tokens, its largest weight. `tokens` ascend, none twice. Empty: no rows are kept. Thread: any.
[[nodiscard]] std::vector<float> attentionByHead(const Trace& trace, std::int64_t step, std::int32_t layer,
                                                 std::span<const std::int32_t> tokens);

/// Marginals of `attentionByHead` at one step: per layer the mean over heads, and per head of one layer. Without rows a
/// layer is NaN and `heads` is empty. Thread: any.
struct StepMarginals {
    std::vector<double> layers, heads;
};
[[nodiscard]] StepMarginals stepMarginals(const Trace& trace, std::int64_t step, std::int32_t layer,
                                          std::span<const std::int32_t> tokens);

}  // namespace kvw
