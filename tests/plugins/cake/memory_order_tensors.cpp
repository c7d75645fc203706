// SPDX-License-Identifier: Apache-2.0
#include "tests/plugins/cake/memory_order_tensors.h"

#include <ATen/ATen.h>

#include <algorithm>

#include "core/policy/kit/on_host.h"
#include "plugins/cake/memory_order.h"
#include "plugins/cake/unit_cuts.h"

namespace kvw::test {
namespace {

using cake::CutCounts;
using cake::CutTally;
using cake::DecodeRule;
using sdk::column;
using sdk::Edit;
using sdk::Edits;
using sdk::Observation;

/// Returns `values` [layers, heads, slots] pooled along memory order; 0 outside the prefix. `most`: longest prefix.
at::Tensor pooledByRank(const at::Tensor& values, const at::Tensor& ranks, const at::Tensor& prefix, std::int64_t most,
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
at::Tensor prefixOf(const at::Tensor& tokens, std::int64_t window) {
    const at::Tensor held = tokens.ge(0);
    if (window == 0) {
        return held;
    }
    if (window > tokens.size(2)) {
        return at::zeros_like(held);
    }
    return held.logical_and_(tokens.lt(std::get<0>(tokens.kthvalue(tokens.size(2) - window + 1, -1, true))));
}

Edit cutByTensors(const Observation& seen, const at::Tensor& ranks, const at::Tensor& values, const DecodeRule& rule,
                  const CutCounts& counts, CutTally& tally) {
    const at::Tensor& tokens = seen.tokens;
    const std::int64_t units = tokens.size(1);
    const std::int64_t longest = *std::max_element(counts.prefix.begin(), counts.prefix.end());
    const at::Tensor prefix = prefixOf(tokens, rule.window);

    const at::Tensor perHead = rule.byPosition
                                   ? sdk::pool_by_position(seen, values, prefix, rule.kernel, sdk::Pool::Average)
                                   : pooledByRank(values, ranks, prefix, longest, rule.kernel);
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
    tally.close += close.item<std::int64_t>();
    return edit;
}

/// Ranks the token that left the window in this step: it is the last of the prefix in memory order.
void rankNewcomer(const Observation& seen, const at::Tensor& ranks, const DecodeRule& rule, const CutCounts& counts) {
    const at::Tensor older = seen.tokens.masked_fill(prefixOf(seen.tokens, rule.window).logical_not(), -1);
    const at::Tensor newcomer = older.ge(0).logical_and_(older.eq(older.amax(-1, true)));
    ranks.copy_(at::where(newcomer, column(counts.prefix, seen.tokens).sub(1).to(at::kFloat), ranks));
}

/// Does what decode_cut does, by operations on whole tensors.
Edits decodeCutByTensors(const Observation& seen, const at::Tensor& ranks, const DecodeRule& rule, CutTally& tally) {
    if (seen.seen <= rule.window) {
        return {};
    }
    const CutCounts counts = cake::cut_counts(seen, rule);
    tally.cuts += std::count_if(counts.leaving.begin(), counts.leaving.end(), [](std::int64_t n) { return n > 0; });
    rankNewcomer(seen, ranks, rule, counts);
    return counts.most > 0 ? Edits{cutByTensors(seen, ranks, sdk::newest_row(seen), rule, counts, tally)} : Edits{};
}

}  // namespace

CutOfCake cutOfCake(const StepOfCake& step, bool byTensors) {
    const std::vector<std::int64_t> table{step.layers, step.units, step.slots};
    sdk::Observation seen;
    seen.layers = step.layers;
    seen.passTokens = 1;
    seen.seen = step.seen;
    seen.tokens = at::tensor(step.tokens, at::TensorOptions(at::kLong)).view(table);
    seen.rows = at::tensor(step.rows, at::TensorOptions(at::kFloat))
                    .view({step.layers, step.units * step.group, 1, step.slots});
    const at::Tensor held = seen.tokens.ge(0).sum(-1).contiguous();
    seen.held.assign(held.const_data_ptr<std::int64_t>(), held.const_data_ptr<std::int64_t>() + held.numel());

    // Ranks are a view with gaps between its rows, as in the engine.
    at::Tensor ranks = at::zeros({step.layers, step.units, step.slots + 3}).narrow(-1, 0, step.slots);
    ranks.copy_(at::tensor(step.ranks, at::TensorOptions(at::kFloat)).view(table));
    cake::CutTally tally;
    const DecodeRule rule{step.window, step.kernel, step.byPosition, step.budgets};
    const sdk::TensorOperations alone(byTensors);
    const Edits edits =
        byTensors ? decodeCutByTensors(seen, ranks, rule, tally) : cake::decode_cut(seen, ranks, rule, tally);

    CutOfCake cut;
    cut.close = tally.close;
    cut.cuts = tally.cuts;
    cut.evicted.resize(static_cast<std::size_t>(step.layers * step.units));
    cut.scores.assign(step.tokens.size(), 0.0F);
    const at::Tensor flat = ranks.contiguous();
    cut.ranks.assign(flat.const_data_ptr<float>(), flat.const_data_ptr<float>() + flat.numel());
    for (std::size_t i = 0; i < step.tokens.size(); ++i) {
        cut.ranks[i] = step.tokens[i] < 0 || step.tokens[i] >= step.seen - step.window ? -1.0F : cut.ranks[i];
    }
    if (edits.empty()) {
        return cut;
    }
    const at::Tensor scores = edits.front().scores.contiguous();
    cut.scores.assign(scores.const_data_ptr<float>(), scores.const_data_ptr<float>() + scores.numel());
    const at::Tensor evict = edits.front().evict.contiguous();
    const std::int64_t width = evict.size(-1);
    for (std::int64_t i = 0; i < evict.numel(); ++i) {
        const std::int64_t slot = evict.const_data_ptr<std::int64_t>()[i];
        if (slot >= 0) {
            const auto at = static_cast<std::size_t>(i / width * step.slots + slot);
            cut.evicted[static_cast<std::size_t>(i / width)].push_back(step.tokens[at]);
            cut.ranks[at] = -1;
        }
    }
    for (auto& tokens : cut.evicted) {
        std::sort(tokens.begin(), tokens.end());
    }
    return cut;
}

}  // namespace kvw::test
