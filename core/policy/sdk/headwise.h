// SPDX-License-Identifier: Apache-2.0
/// How the heads of a layer share one budget when their tokens compete in one pool (POLICIES.md, section 10: AdaKV).
/// An entry is a token that a head keeps in addition to its protected ones. Plain numbers.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/policy/sdk/parameters.h"

namespace kvw::sdk {

/// Scores of the tokens that compete, per head, in any order; the heads may differ in length. T is double or
/// std::int64_t (hashes are compared exactly).
template <class T>
using HeadScores = std::vector<std::vector<T>>;

/// How many of the best `taken` scores of all heads together stand in each head. Equal scores: lower head first.
template <class T>
[[nodiscard]] std::vector<std::int64_t> pooled_counts(const HeadScores<T>& heads, std::int64_t taken);

/// Entries per head with `base` on average: the counts c of the best base * heads of the pool, mixed with the floor,
/// round_half_even(c (1 - floor) + int(base floor)), at most what the head has. The sum drifts from base * heads.
/// Source: AdaKV repository, AdaptiveSnapKVCluster.
template <class T>
[[nodiscard]] std::vector<std::int64_t> floored_entries(const HeadScores<T>& heads, std::int64_t base, double floor);

/// Entries per head, base * heads together: each head's best `safe` first, then the best others of the one pool.
/// 0 <= safe <= base <= scores of each head. Source: kvpress, AdaKVPress.
template <class T>
[[nodiscard]] std::vector<std::int64_t> safeguarded_entries(HeadScores<T> heads, std::int64_t base, std::int64_t safe);

/// How many entries of each head kvpress keeps out of the pool: of the capacity's share `floor`, at least one token if
/// the floor is not 0, the protected tokens count first.
[[nodiscard]] std::int64_t safe_entries(std::int64_t capacity, double floor, std::int64_t guarded);

/// Multiplies each head's scores by the share of their sum that its best `base` hold (AdaKV's `normalize`).
void weigh_by_best_share(HeadScores<double>& heads, std::int64_t base);

/// How a layer's capacity is shared: the parameters `floor` and `variant` of whatever does it.
struct HeadSharing {
    double floor = 0.2;
    bool kvpress = false;  ///< else the AdaKV repository's

    [[nodiscard]] static HeadSharing from(const Parameters& parameters) {
        return {parameters.number("floor"), parameters.text("variant") == "kvpress"};
    }
};
/// A sentence on a floor that protects nothing: its tokens are among the `guarded` ones. Empty: it protects
/// some, or is 0, or is not kvpress' floor.
[[nodiscard]] std::string idle_floor(std::int64_t capacity, std::int64_t guarded, const HeadSharing& sharing);
/// Entries per head beside the `guarded` tokens that it protects, of which the capacity, the mean over the heads, is
/// more.
template <class T>
[[nodiscard]] std::vector<std::int64_t> shared_entries(HeadScores<T> heads, std::int64_t capacity, std::int64_t guarded,
                                                       const HeadSharing& sharing);

}  // namespace kvw::sdk
