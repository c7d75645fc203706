// SPDX-License-Identifier: Apache-2.0
/// Units of CAKE's decode cut: one pass over each and a radix sort. A step re-orders every prefix, and sorting by
/// tensor operations would cost more than the attention of the step.
#pragma once

#include <cstdint>
#include <vector>

#include "core/policy/sdk/observation.h"

namespace kvw::cake {

struct CutTally;
struct DecodeRule;

/// Counts per unit, [layer * units + unit].
struct CutCounts {
    std::vector<std::int64_t> prefix;   ///< prefix entries before the cut
    std::vector<std::int64_t> leaving;  ///< prefix entries that leave
    std::int64_t most = 0;              ///< largest of `leaving`
};

/// Counts what each unit holds beside its window, and what of it has to leave.
[[nodiscard]] CutCounts cut_counts(const sdk::Observation& seen, const DecodeRule& rule);
/// Does the work of decode_cut; pools `values` [layers, heads, slots]. `evict` stays undefined if nothing leaves.
[[nodiscard]] sdk::Edit cut_units(const sdk::Observation& seen, const at::Tensor& ranks, const at::Tensor& values,
                                  const DecodeRule& rule, const CutCounts& counts, CutTally& tally);

}  // namespace kvw::cake
