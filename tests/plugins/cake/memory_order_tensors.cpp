// SPDX-License-Identifier: Apache-2.0
#include "tests/plugins/cake/memory_order_tensors.h"

#include <ATen/ATen.h>

#include <algorithm>

#include "core/policy/kit/on_host.h"
#include "plugins/cake/memory_order.h"

namespace kvw::test {

CutOfCake cutOfCake(const StepOfCake& step, bool asOnDevice) {
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
    const sdk::TensorOperations alone(asOnDevice);
    const auto edits = cake::decode_cut(seen, ranks, {step.window, step.kernel, step.byPosition, step.budgets}, tally);

    CutOfCake cut;
    cut.close = tally.allClose();
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
