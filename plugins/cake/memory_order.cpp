// SPDX-License-Identifier: Apache-2.0
#include "plugins/cake/memory_order.h"

#include <ATen/ATen.h>

#include <algorithm>

#include "plugins/cake/unit_cuts.h"

namespace kvw::cake {

sdk::Edits decode_cut(const sdk::Observation& seen, const at::Tensor& ranks, const DecodeRule& rule, CutTally& tally) {
    if (seen.seen <= rule.window) {
        return {};  // all tokens are still in the window
    }
    const CutCounts counts = cut_counts(seen, rule);
    tally.cuts += std::count_if(counts.leaving.begin(), counts.leaving.end(), [](std::int64_t n) { return n > 0; });
    sdk::Edit edit =
        cut_units(seen, ranks, rule.values.defined() ? rule.values : sdk::newest_row(seen), rule, counts, tally);
    if (!edit.evict.defined()) {
        return {};
    }
    edit.reason = kCutReason;
    sdk::Edits edits;
    edits.push_back(std::move(edit));
    return edits;
}

}  // namespace kvw::cake
