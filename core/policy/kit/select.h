// SPDX-License-Identifier: Apache-2.0
/// Tensor helpers that policies share: selection with the tie rule, pooling in position order, group reduction,
/// protected ranges.
#pragma once

#include <ATen/ATen.h>

#include <cstdint>
#include <string>
#include <vector>

#include "core/policy/sdk/observation.h"
#include "core/policy/sdk/workers.h"

namespace kvw::sdk {

/// Returns the slots of `seen` to evict by the cut of rule B3 (POLICIES.md, B): per unit keep the newest min(recent,
/// k), of the rest of k the oldest tokens below `sinks`, then the best of the others by score. score [layers, units,
/// slots]; budget [layer * units + unit], or one per layer, or one for all. Scores are floating point or int64 (token
/// indices, hashes: compared exactly, INT64_MAX counts as INT64_MAX - 1). Ties: score descending, then older token
/// first; NaN counts as -infinity. Result [layers, units, e] int64, -1 = none; an undefined tensor if nothing is
/// evicted. Cost O(slots) if one token leaves per unit, else a sort (in CPU memory a partial one, shared among the
/// workers).
[[nodiscard]] at::Tensor select_evicted(const Observation& seen, const at::Tensor& score,
                                        const std::vector<std::int64_t>& budget, const Protection& protection);

/// Returns the edit that cuts what `seen` holds by select_evicted, none if nothing leaves. `score` is recorded as what
/// was compared.
[[nodiscard]] Edits cut(const Observation& seen, const at::Tensor& score, const std::vector<std::int64_t>& budget,
                        const Protection& protection, std::string reason);
/// Returns the same edit with the token index as the score, which is not recorded: the newest tokens stay.
[[nodiscard]] Edits cut_oldest(const Observation& seen, const std::vector<std::int64_t>& budget,
                               const Protection& protection, std::string reason);

/// Returns the slots that lose local cuts, in the form of Edit::evict: of each group of a unit the `count` best stay,
/// by score descending, then older token; NaN is the worst. score, group [layers, units, slots]; group: int64, a number
/// per group, -1: the slot stays whatever its score. Groups are cut apart: chunks of the text, or 0 for all that
/// compete. Undefined if nothing leaves. Reads a number back.
[[nodiscard]] at::Tensor keep_best(const Observation& seen, const at::Tensor& score, const at::Tensor& group,
                                   std::int64_t count);

/// Returns lists of slots, one per unit of `tokens`, in the form of Edit::evict; undefined if all are empty.
[[nodiscard]] at::Tensor padded_slots(const std::vector<std::vector<std::int64_t>>& perUnit, const at::Tensor& tokens);

/// Returns the part of an observation that a policy may keep until a later call cuts the layer: what it holds.
[[nodiscard]] Observation held_in(const Observation& layer);

/// Returns the k best slots per row by (score descending, older token first) among `candidates` (bool, same shape).
/// score, tokens [..., slots] -> slots [..., k] int64 in descending order of score, -1 where there are fewer
/// candidates.
[[nodiscard]] at::Tensor select_top(const at::Tensor& score, const at::Tensor& tokens, const at::Tensor& candidates,
                                    std::int64_t k);

/// Returns a mask of the slots whose tokens rule B3 does not protect with that budget; bool [layers, units, slots].
[[nodiscard]] at::Tensor competing_slots(const Observation& seen, const std::vector<std::int64_t>& budget,
                                         const Protection& protection);

/// Returns a mask of the slots that hold tokens before `token`; bool [layers, units, slots].
[[nodiscard]] at::Tensor slots_before(const Observation& seen, std::int64_t token);

/// Returns one number per unit, [layer * units + unit], as int64 [layers, units, 1], on the device of `like`, a tensor
/// [layers, units, ...].
[[nodiscard]] at::Tensor column(const std::vector<std::int64_t>& counts, const at::Tensor& like);

enum class Pool : std::uint8_t { Average, Max };
/// Pools the last dimension with an odd width, as pool_by_position pools a range of all slots in token order.
[[nodiscard]] at::Tensor pool_last(const at::Tensor& values, std::int64_t width, Pool pool);
/// Pools `values` with an odd width along ascending token order, over the slots in `range` only (bool [..., slots]);
/// stride 1. Average pads with zeros and always divides by the width, max pads with -infinity (POLICIES.md 0.6). Slots
/// outside the range give 0. values [..., slots], tokens and range broadcast to it. No sort is done if slots are in
/// token order already (layer-major prefill); otherwise, in CPU memory, the rows are shared among `workers`.
[[nodiscard]] at::Tensor pool_by_position(const at::Tensor& values, const at::Tensor& tokens, const at::Tensor& range,
                                          std::int64_t width, Pool pool, Workers* workers = nullptr);
/// Pools values [layers, heads, slots], each head over the slots that `range` [layers, units, slots] marks in its unit.
[[nodiscard]] at::Tensor pool_by_position(const Observation& seen, const at::Tensor& values, const at::Tensor& range,
                                          std::int64_t width, Pool pool);

/// Returns the sum over one dimension by pairwise halving. Every element of the result comes from the same sequence of
/// additions, so tokens with equal inputs get equal sums. at::sum does not do that: it adds in another order in the
/// columns that its vector loop leaves over, and breaks ties.
[[nodiscard]] at::Tensor sum_in_order(const at::Tensor& values, std::int64_t dim);

enum class Reduce : std::uint8_t { Mean, Max, Sum };
/// Reduces [layers, heads, ...], of query heads or stored heads, to [layers, units, ...]; returns `values` itself if
/// each head is a unit.
[[nodiscard]] at::Tensor reduce_heads(const Observation& seen, const at::Tensor& values, Reduce reduce);

/// Repeats [layers, units, slots] for the heads of each unit: [layers, heads, slots].
[[nodiscard]] at::Tensor spread_units(const at::Tensor& values, std::int64_t heads);

/// Returns the softmax row of the newest query, [layers, query_heads, slots].
[[nodiscard]] at::Tensor newest_row(const Observation& seen);
/// Returns the rows of the last min(window, rows) queries, [layers, query_heads, window, slots].
[[nodiscard]] at::Tensor last_rows(const Observation& seen, std::int64_t window);

/// Returns `capacity` if it is > 0, else int(S * (1 - removed)) in double, at least 1 (POLICIES.md, A and 0.6).
[[nodiscard]] std::int64_t one_shot_budget(std::int64_t capacity, double removed, std::int64_t promptTokens);

}  // namespace kvw::sdk
