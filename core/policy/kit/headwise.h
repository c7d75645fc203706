// SPDX-License-Identifier: Apache-2.0
/// Shares the budget of a layer among its heads, whose tokens compete in one pool (POLICIES.md, section 10: AdaKV). An
/// entry is a token that a head keeps in addition to its protected ones. Plain numbers.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/policy/sdk/parameters.h"
#include "core/policy/sdk/report.h"

namespace kvw::sdk {

/// Scores of the tokens that compete, per head, in any order; the heads may differ in length. T is double or
/// std::int64_t (hashes are compared exactly).
template <class T>
using HeadScores = std::vector<std::vector<T>>;

/// Returns for each head how many of the best `taken` scores of all heads together are its own. Equal scores: lower
/// head first.
template <class T>
[[nodiscard]] std::vector<std::int64_t> pooled_counts(const HeadScores<T>& heads, std::int64_t taken);

/// Returns entries per head, `base` on average: the counts c of the best base * heads of the pool, mixed with the
/// floor, round_half_even(c (1 - floor) + int(base floor)), at most what the head has. The sum may differ from base *
/// heads. Source: AdaKV repository, AdaptiveSnapKVCluster.
template <class T>
[[nodiscard]] std::vector<std::int64_t> floored_entries(const HeadScores<T>& heads, std::int64_t base, double floor);

/// Returns entries per head, base * heads together: first each head's best `safe`, then the best of the rest in one
/// pool. 0 <= safe <= base <= scores of each head. Source: kvpress, AdaKVPress.
template <class T>
[[nodiscard]] std::vector<std::int64_t> safeguarded_entries(HeadScores<T> heads, std::int64_t base, std::int64_t safe);

/// Returns how many entries of each head kvpress keeps out of the pool: the share `floor` of the capacity, at least one
/// token if the floor is not 0, less the `guarded` (protected) tokens.
[[nodiscard]] std::int64_t safe_entries(std::int64_t capacity, double floor, std::int64_t guarded);

/// Multiplies each head's scores by the share of their sum that its best `base` hold (AdaKV's `normalize`).
void weigh_by_best_share(HeadScores<double>& heads, std::int64_t base);

/// Parameters `floor` and `variant` of policies and budgets that share a layer's capacity among its heads.
struct HeadSharing {
    double floor = 0.2;
    bool kvpress = false;  ///< variant=kvpress; false: variant=repo

    [[nodiscard]] static HeadSharing from(const Parameters& parameters) {
        return {parameters.number("floor"), parameters.text("variant") == "kvpress"};
    }
};
/// Adds to `report` what the totals of the heads are together, and warnings if that is not `capacity` per head, or if
/// the floor has no effect because its tokens are among the `guarded` ones.
void report_shared(Report& report, const std::vector<std::int64_t>& totals, std::int64_t capacity, std::int64_t guarded,
                   const HeadSharing& sharing);
/// Returns entries per head beside its `guarded` tokens, by the rule that `sharing` names. `capacity` is the mean over
/// the heads, guarded tokens included, and greater than `guarded`.
template <class T>
[[nodiscard]] std::vector<std::int64_t> shared_entries(HeadScores<T> heads, std::int64_t capacity, std::int64_t guarded,
                                                       const HeadSharing& sharing);

}  // namespace kvw::sdk
