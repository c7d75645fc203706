// SPDX-License-Identifier: Apache-2.0
/// CAKE's cut while decoding (POLICIES.md, 5.5), all layers at once.
///
/// Memory order is the order in which the published code stores a head's tokens: prefix entries by descending score of
/// the last cut, then the window and the new tokens in order of arrival. The rank of a prefix entry in it, from 0, is a
/// statistic of its slot; window tokens need no rank, they are the newest w.
#pragma once

#include <cstdint>
#include <vector>

#include "core/policy/kit/select.h"

namespace kvw::cake {

inline constexpr const char* kCutReason = "more tokens than the budget of the layer";  ///< of edits

/// Parameters of the cut.
struct DecodeRule {
    std::int64_t window = 0;
    std::int64_t kernel = 1;
    bool byPosition = false;            ///< pool along token order instead of memory order
    std::vector<std::int64_t> budgets;  ///< prefix entries per layer; empty: nothing is evicted
    /// Values to pool instead of the newest row, [layers, units, slots] f32, at least 0; undefined: the newest row.
    at::Tensor values = {};
};

/// Counts of the cuts of single units, and of the close cuts, which rounding may have decided: two neighbouring scores
/// are equal or differ by at most kRounding, at the cut or, with memory order, among the entries that stay, since their
/// order is that of the next pooling.
struct CutTally {
    static constexpr double kRounding = 1e-6;  ///< relative
    std::int64_t cuts = 0, close = 0;
};

/// 5.5, ranks the token that has just left the window. Then each unit with more prefix entries than its budget keeps
/// the best by the newest row, pooled along the order and averaged over the group, and re-orders them by that score.
/// seen: all layers after a decode step, with rows; ranks [layers, units, slots] f32, updated in place. `scores` of the
/// edit is 0 outside the prefix; the cuts are added to `tally`.
[[nodiscard]] sdk::Edits decode_cut(const sdk::Observation& seen, const at::Tensor& ranks, const DecodeRule& rule,
                                    CutTally& tally);

}  // namespace kvw::cake
