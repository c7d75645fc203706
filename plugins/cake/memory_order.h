// SPDX-License-Identifier: Apache-2.0
/// CAKE's cut while decoding (POLICIES.md, 5.5), all layers at once.
///
/// Memory order is the order in which the published code keeps a head's tokens: prefix entries by descending score of
/// the last cut, then the window and the new tokens as they came. The rank of a prefix entry in it, 0 first, is a
/// statistic of its slot; the window needs none, it is the newest w tokens.
#pragma once

#include <cstdint>
#include <vector>

#include "core/policy/sdk/select.h"

namespace kvw::cake {

struct DecodeRule {
    std::int64_t window = 0;
    std::int64_t kernel = 1;
    bool byPosition = false;            ///< pool along token order instead of memory order
    std::vector<std::int64_t> budgets;  ///< prefix entries per layer; empty: nothing is evicted
    /// [layers, units, slots] f32, at least 0: what is pooled in the place of the newest row; undefined: that row.
    at::Tensor values = {};
};

/// Cuts of single units, and how many of them rounding may have decided: scores next to each other are equal or differ
/// by less than kRounding, where the cut is or, along memory order, among those that stay: it is the order of the next
/// pooling.
struct CutTally {
    static constexpr double kRounding = 1e-6;  ///< relative
    std::int64_t cuts = 0, close = 0;
    at::Tensor closeOnDevice = {};  ///< further close ones, not read yet; undefined: none

    /// All of them. Reads a number back where tensors are on a device.
    [[nodiscard]] std::int64_t allClose() const;
};

/// Ranks the token that has just left the window, then keeps in each unit with more prefix entries than its budget the
/// best of them by the newest row, pooled along the order and averaged over the group, and re-orders them by that
/// score. seen: all layers after a decode step, with rows; ranks [layers, units, slots] f32, updated in place. `scores`
/// of the edit is 0 outside the prefix; the cuts are added to `tally`. No value is read on the host where tensors are
/// on a device.
[[nodiscard]] sdk::Edits decode_cut(const sdk::Observation& seen, at::Tensor ranks, const DecodeRule& rule,
                                    CutTally& tally, sdk::Where where = sdk::Where::Anywhere);

}  // namespace kvw::cake
