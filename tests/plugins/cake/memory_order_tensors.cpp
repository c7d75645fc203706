// SPDX-License-Identifier: Apache-2.0
#include "tests/plugins/cake/memory_order_tensors.h"

#include <ATen/ATen.h>

#include <algorithm>

#include "plugins/cake/memory_order.h"
#include "plugins/cake/window_entropy.h"
#include "plugins/cake/window_statistics.h"

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
    const auto edits = cake::decode_cut(seen, ranks, {step.window, step.kernel, step.byPosition, step.budgets}, tally,
                                        asOnDevice ? sdk::Where::Tensors : sdk::Where::Anywhere);

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

std::vector<double> windowMomentsOfCake(const std::vector<float>& rows, std::int64_t heads, std::int64_t all,
                                        std::int64_t w, bool asOnDevice) {
    const at::Tensor given = at::tensor(rows, at::TensorOptions(at::kFloat)).view({1, heads, all, -1});
    const cake::WindowMoments moments = cake::window_moments(given.narrow(2, all - w, w), nullptr,
                                                             asOnDevice ? sdk::Where::Tensors : sdk::Where::Anywhere);
    const at::Tensor both = at::cat({moments.mean, moments.variance}).contiguous();
    return {both.const_data_ptr<double>(), both.const_data_ptr<double>() + both.numel()};
}

std::vector<double> logarithmsOfCake(std::vector<double> numbers) {
    cake::natural_logarithms(numbers.data(), static_cast<std::int64_t>(numbers.size()));
    return numbers;
}

std::array<double, 2> windowStatisticsOfCake(const std::vector<float>& rows, std::int64_t heads, std::int64_t w,
                                             std::int64_t prefix, bool asOnDevice) {
    const at::Tensor given = at::tensor(rows, at::TensorOptions(at::kFloat)).view({1, heads, w, -1});
    const at::Tensor counts = at::arange(given.size(3)).lt(prefix).view({1, 1, -1});
    const cake::WindowStatistics both =
        cake::window_statistics(given, cake::window_moments(given), counts, nullptr, nullptr,
                                asOnDevice ? sdk::Where::Tensors : sdk::Where::Anywhere);
    return {both.entropy, both.variance};
}

}  // namespace kvw::test
