// SPDX-License-Identifier: Apache-2.0
/// How far two lanes of a recording agree about what to keep.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "core/trace/recording.h"

namespace kvw {

/// Per layer: Jaccard |A and B| / |A or B| of the tokens that lanes `a` and `b` hold at the end of `step`, mean over
/// query heads (METRICS.md section 1; both empty: 1). [layers]; empty if a lane has not published the step or the
/// layers differ in number, and once `stale` is true (it is asked per layer). Any thread.
[[nodiscard]] std::vector<double> keepSetOverlap(const Recording& recording, std::int32_t a, std::int32_t b,
                                                 std::int64_t step, const std::function<bool()>& stale = {});

/// The first step at which lane `b` is another run than lane `a`: a generated text has another token; of a text that is
/// read, the next-token distribution differs (KL to the full lane above 1e-6 nats, which no rounding reaches; `a` is
/// the full lane). -1: none of those published by both.
[[nodiscard]] std::int64_t firstDifference(const Recording& recording, std::int32_t a, std::int32_t b,
                                           std::int64_t from = 0);

/// The first token in [from, end) that is another one, has another NLL or leaves another number of tokens held: of a
/// fork and the run it came from, where they part. -1: none of those published by both.
[[nodiscard]] std::int64_t firstUnequal(const Trace& a, const Trace& b, std::int64_t end, std::int64_t from = 0);

/// Whether lanes of two runs read the same tokens of a text with the same model. Errors: BadInput, which says what
/// differs.
[[nodiscard]] Result<void> checkComparable(const Recording& a, std::int32_t laneOfA, const Recording& b,
                                           std::int32_t laneOfB);

/// One lane of each of two runs of the same model and text in one recording, behind the full lane if one of them has
/// it: what is published now, as copies. `commandLine`: what makes this comparison. Errors: those of
/// checkComparable.
[[nodiscard]] Result<std::shared_ptr<Recording>> besideEachOther(const Recording& a, std::int32_t laneOfA,
                                                                 const Recording& b, std::int32_t laneOfB,
                                                                 std::string commandLine);

}  // namespace kvw
