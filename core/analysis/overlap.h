// SPDX-License-Identifier: Apache-2.0
/// Compares lanes: how far their keep-sets agree, and where they first differ.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "core/trace/recording.h"

namespace kvw {

/// Returns per layer the Jaccard index |A and B| / |A or B| of the tokens that lanes `a` and `b` hold at the end of
/// `step`, mean over query heads (METRICS.md section 1; both empty: 1). [layers]; empty if a lane has not published the
/// step, if their layers or query heads differ in number, or once `stale` (called per layer) returns true. Thread: any.
[[nodiscard]] std::vector<double> keepSetOverlap(const Recording& recording, std::int32_t a, std::int32_t b,
                                                 std::int64_t step, const std::function<bool()>& stale = {});

/// Returns the first step at which lane `b` differs from lane `a`: another token, or another next-token distribution
/// (KL to the full lane above 1e-6 nats, which rounding does not reach; `a` is the full lane). -1: none among the steps
/// published by both.
[[nodiscard]] std::int64_t firstDifference(const Recording& recording, std::int32_t a, std::int32_t b,
                                           std::int64_t from = 0);

/// Returns the first token in [from, end) that differs, has another NLL or leaves another number of tokens held: the
/// point where a fork and its original part. -1: none among the steps published by both.
[[nodiscard]] std::int64_t firstUnequal(const Trace& a, const Trace& b, std::int64_t end, std::int64_t from = 0);

/// Checks that lanes of two runs read the same tokens with the same model. Errors: BadInput, which says what differs.
[[nodiscard]] Result<void> checkComparable(const Recording& a, std::int32_t laneOfA, const Recording& b,
                                           std::int32_t laneOfB);

/// Returns a recording with one lane of each of two runs of the same model and text, after the full lane if one of them
/// has it: copies of what is published now. `specs` and `commandLine` are those of the comparison. Errors: those of
/// checkComparable.
[[nodiscard]] Result<std::shared_ptr<Recording>> combineLanes(const Recording& a, std::int32_t laneOfA,
                                                              const Recording& b, std::int32_t laneOfB,
                                                              std::vector<RunSpec> specs, std::string commandLine);

}  // namespace kvw
