// SPDX-License-Identifier: Apache-2.0
#include "plugins/cake/memory_order.h"

#include <ATen/ATen.h>

#include <algorithm>

#include "core/policy/kit/on_host.h"
#include "plugins/cake/memory_order_host.h"

namespace kvw::cake {
namespace {

using sdk::column;
using sdk::Edit;
using sdk::Edits;
using sdk::Observation;

/// Returns `values` [layers, heads, slots] pooled along memory order; 0 outside the prefix. `most`: longest prefix.
at::Tensor pool_by_rank(const at::Tensor& values, const at::Tensor& ranks, const at::Tensor& prefix, std::int64_t most,
                        std::int64_t kernel) {
    const at::Tensor rows = values.unflatten(1, {ranks.size(1), values.size(1) / ranks.size(1)});
    // Slots outside the prefix are scattered to one extra place at the end of the row, which is cut off.
    const at::Tensor place =
        ranks.to(at::kLong).clamp_(0, most - 1).masked_fill_(prefix.logical_not(), most).unsqueeze(2).expand_as(rows);
    const at::Tensor ordered =
        at::zeros({rows.size(0), rows.size(1), rows.size(2), most + 1}, rows.options()).scatter_(-1, place, rows);
    const at::Tensor pooled = sdk::pool_last(ordered.narrow(-1, 0, most), kernel, sdk::Pool::Average);
    return at::constant_pad_nd(pooled, {0, 1}, 0).gather(-1, place).flatten(1, 2);
}

/// Returns the mask of the prefix: all but the newest `window` tokens of each unit.
at::Tensor prefix_of(const at::Tensor& tokens, std::int64_t window) {
    const at::Tensor held = tokens.ge(0);
    if (window == 0) {
        return held;
    }
    if (window > tokens.size(2)) {
        return at::zeros_like(held);
    }
    return held.logical_and_(tokens.lt(std::get<0>(tokens.kthvalue(tokens.size(2) - window + 1, -1, true))));
}

Edit cut_on_device(const Observation& seen, const at::Tensor& ranks, const at::Tensor& values, const DecodeRule& rule,
                   const CutCounts& counts, CutTally& tally) {
    const at::Tensor& tokens = seen.tokens;
    const std::int64_t units = tokens.size(1);
    const std::int64_t longest = *std::max_element(counts.prefix.begin(), counts.prefix.end());
    const at::Tensor prefix = prefix_of(tokens, rule.window);

    const at::Tensor perHead = rule.byPosition
                                   ? sdk::pool_by_position(seen, values, prefix, rule.kernel, sdk::Pool::Average)
                                   : pool_by_rank(values, ranks, prefix, longest, rule.kernel);
    const at::Tensor score = sdk::reduce_heads(seen, perHead, sdk::Reduce::Mean);

    const at::Tensor order = sdk::select_top(score, tokens, prefix, longest);
    const at::Tensor places = at::arange(longest, order.options());
    const at::Tensor ranked =
        at::zeros({tokens.size(0), units, tokens.size(2) + 1}, ranks.options())
            .scatter_(-1, order.masked_fill(order.lt(0), tokens.size(2)), places.to(at::kFloat).expand_as(order))
            .narrow(-1, 0, tokens.size(2));
    ranks.copy_(at::where(prefix.logical_and(column(counts.leaving, tokens).gt(0)), ranked, ranks));

    Edit edit;
    const at::Tensor nth = at::arange(counts.most, order.options());
    const at::Tensor from = column(counts.prefix, tokens).sub(column(counts.leaving, tokens));
    edit.evict = order.gather(-1, nth.add(from).clamp_max_(longest - 1))
                     .masked_fill_(nth.ge(column(counts.leaving, tokens)), -1);
    edit.scores = score;

    const at::Tensor sorted = score.gather(-1, order.clamp_min(0));
    const at::Tensor better = sorted.narrow(-1, 0, longest - 1), worse = sorted.narrow(-1, 1, longest - 1);
    const at::Tensor place = places.narrow(0, 1, longest - 1);
    const at::Tensor decides = rule.byPosition ? place.eq(from) : place.le(from);
    const at::Tensor close = better.sub(worse)
                                 .le(better.mul(CutTally::kRounding))
                                 .logical_and_(decides)
                                 .logical_and_(column(counts.leaving, tokens).gt(0))
                                 .any(-1)
                                 .sum();
    tally.closeOnDevice = tally.closeOnDevice.defined() ? tally.closeOnDevice.add(close) : close;
    return edit;
}

/// Ranks the token that left the window in this step: it is the last of the prefix in memory order.
void rank_newcomer(const Observation& seen, const at::Tensor& ranks, const DecodeRule& rule, const CutCounts& counts) {
    const at::Tensor older = seen.tokens.masked_fill(prefix_of(seen.tokens, rule.window).logical_not(), -1);
    const at::Tensor newcomer = older.ge(0).logical_and_(older.eq(older.amax(-1, true)));
    ranks.copy_(at::where(newcomer, column(counts.prefix, seen.tokens).sub(1).to(at::kFloat), ranks));
}

CutCounts counted(const Observation& seen, const DecodeRule& rule) {
    CutCounts counts;
    for (std::size_t i = 0; i < seen.held.size(); ++i) {
        const std::int64_t prefix = std::max<std::int64_t>(0, seen.held[i] - rule.window);
        const std::size_t layer = i / static_cast<std::size_t>(seen.units());
        const std::int64_t kept = rule.budgets.empty() ? prefix : std::min(prefix, rule.budgets.at(layer));
        counts.prefix.push_back(prefix);
        counts.leaving.push_back(prefix - kept);
        counts.most = std::max(counts.most, prefix - kept);
    }
    return counts;
}

}  // namespace

std::int64_t CutTally::allClose() const {
    return close + (closeOnDevice.defined() ? closeOnDevice.item<std::int64_t>() : 0);
}

Edits decode_cut(const Observation& seen, at::Tensor ranks, const DecodeRule& rule, CutTally& tally) {
    if (seen.seen <= rule.window) {
        return {};  // all tokens are still in the window
    }
    const CutCounts counts = counted(seen, rule);
    const at::Tensor values = rule.values.defined() ? rule.values : sdk::newest_row(seen);
    tally.cuts += std::count_if(counts.leaving.begin(), counts.leaving.end(), [](std::int64_t n) { return n > 0; });
    Edit edit;
    if (sdk::on_host(seen.tokens)) {
        edit = cut_on_host(seen, ranks, values, rule, counts, tally);
    } else {
        rank_newcomer(seen, ranks, rule, counts);
        if (counts.most > 0) {
            edit = cut_on_device(seen, ranks, values, rule, counts, tally);
        }
    }
    if (!edit.evict.defined()) {
        return {};
    }
    edit.reason = kCutReason;
    Edits edits;
    edits.push_back(std::move(edit));
    return edits;
}

}  // namespace kvw::cake
