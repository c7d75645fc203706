// SPDX-License-Identifier: Apache-2.0
#include "tests/core/policy/kit/tensors.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <stdexcept>
#include <utility>

#include "core/policy/kit/on_host.h"
#include "core/policy/kit/pages.h"
#include "core/policy/kit/select.h"
#include "core/policy/sdk/compose.h"
#include "core/policy/sdk/memo.h"

namespace kvw::test {
namespace {

template <class T>
at::Tensor stacked(const std::vector<std::vector<T>>& rows, std::int64_t layers, at::ScalarType type) {
    std::vector<at::Tensor> tensors;
    for (const auto& row : rows) {
        tensors.push_back(at::tensor(at::ArrayRef<T>(row), at::TensorOptions(type)));
    }
    const at::Tensor all = at::stack(tensors);
    return all.view({layers, all.size(0) / layers, all.size(1)});
}

std::vector<float> floats(const at::Tensor& tensor) {
    const at::Tensor dense = tensor.contiguous();
    return {dense.const_data_ptr<float>(), dense.const_data_ptr<float>() + dense.numel()};
}

std::vector<std::vector<float>> rowsOf(const at::Tensor& tensor) {
    std::vector<std::vector<float>> rows;
    for (std::int64_t i = 0; i < tensor.size(1); ++i) {
        rows.push_back(floats(tensor.select(0, 0).select(0, i)));
    }
    return rows;
}

at::Tensor mask(const std::vector<bool>& bits) {
    at::Tensor result = at::zeros({static_cast<std::int64_t>(bits.size())}, at::kBool);
    for (std::size_t i = 0; i < bits.size(); ++i) {
        result.data_ptr<bool>()[i] = bits[i];
    }
    return result;
}

sdk::Observation observed(const Table& table) {
    sdk::Observation seen;
    seen.tokens = stacked(table.tokens, table.layers, at::kLong);
    seen.held = table.held();
    return seen;
}

at::Tensor run(const Table& table, const Rule& rule, bool integers) {
    at::Tensor score = stacked(table.score, table.layers, at::kFloat);
    if (integers) {
        score = score.nan_to_num(-1000).clamp(-1000, 1000).mul(4).round().to(at::kLong);
    }
    const sdk::TensorOperations alone(rule.asOnDevice);
    return sdk::select_evicted(observed(table), score, rule.budget, {rule.sinks, rule.recent});
}

/// Returns the tokens of the slots that an answer names, per unit, ascending.
std::vector<Tokens> tokensOf(const Table& table, const at::Tensor& slots) {
    std::vector<Tokens> result(table.tokens.size());
    if (!slots.defined()) {
        return result;
    }
    const auto units = static_cast<std::int64_t>(table.tokens.size());
    if (slots.dim() != 3 || slots.size(0) * slots.size(1) != units || slots.scalar_type() != at::kLong) {
        throw std::runtime_error("slots: wrong shape");
    }
    const at::Tensor flat = slots.reshape({units, -1}).contiguous();
    for (std::int64_t u = 0; u < units; ++u) {
        Tokens& list = result[static_cast<std::size_t>(u)];
        for (std::int64_t i = 0; i < flat.size(1); ++i) {
            const std::int64_t slot = flat.const_data_ptr<std::int64_t>()[u * flat.size(1) + i];
            if (slot >= 0) {
                list.push_back(table.tokens[static_cast<std::size_t>(u)].at(static_cast<std::size_t>(slot)));
            }
        }
        std::sort(list.begin(), list.end());
    }
    return result;
}

struct PlainScorer final : sdk::Scorer {
    [[nodiscard]] at::Tensor score(const sdk::Observation& seen) override { return at::zeros_like(seen.tokens); }
    [[nodiscard]] std::unique_ptr<sdk::Scorer> clone() const override { return std::make_unique<PlainScorer>(*this); }
    [[nodiscard]] sdk::Needs needs() const override { return {}; }
};

struct AskingBudget final : sdk::BudgetAllocator {
    explicit AskingBudget(const sdk::Needs& needs) : asked(needs) {}
    [[nodiscard]] sdk::Needs needs() const override { return asked; }
    [[nodiscard]] std::vector<std::int64_t> budgets(std::int64_t /*promptTokens*/) override { return {1}; }
    [[nodiscard]] std::unique_ptr<sdk::BudgetAllocator> clone() const override {
        return std::make_unique<AskingBudget>(*this);
    }
    sdk::Needs asked;
};

}  // namespace

Tokens Table::held() const {
    Tokens counts;
    for (const Tokens& row : tokens) {
        counts.push_back(std::count_if(row.begin(), row.end(), [](std::int64_t t) { return t >= 0; }));
    }
    return counts;
}

std::vector<Tokens> evicted(const Table& table, const Rule& rule, bool integers) {
    return tokensOf(table, run(table, rule, integers));
}

std::vector<Tokens> losers(const Table& table, const std::vector<Tokens>& groups, std::int64_t count,
                           std::int64_t* columns) {
    const at::Tensor slots = sdk::keep_best(observed(table), stacked(table.score, table.layers, at::kFloat),
                                            stacked(groups, table.layers, at::kLong), count);
    if (columns != nullptr) {
        *columns = slots.defined() ? slots.size(2) : -1;
    }
    return tokensOf(table, slots);
}

std::int64_t evictedColumns(const Table& table, const Rule& rule) {
    const at::Tensor slots = run(table, rule, false);
    return slots.defined() ? slots.size(2) : -1;
}

std::vector<Tokens> protectedTokens(const Table& table, const Rule& rule) {
    const sdk::TensorOperations alone(rule.asOnDevice);
    const at::Tensor marks =
        sdk::competing_slots(observed(table), rule.budget, {rule.sinks, rule.recent}).flatten(0, 1).contiguous();
    std::vector<Tokens> result(table.tokens.size());
    for (std::size_t u = 0; u < result.size(); ++u) {
        for (std::size_t s = 0; s < table.tokens[u].size(); ++s) {
            if (table.tokens[u][s] >= 0 && !marks.const_data_ptr<bool>()[u * table.tokens[u].size() + s]) {
                result[u].push_back(table.tokens[u][s]);
            }
        }
        std::sort(result[u].begin(), result[u].end());
    }
    return result;
}

Tokens top(const std::vector<float>& score, const Tokens& tokens, const std::vector<bool>& candidates, std::int64_t k) {
    const at::Tensor chosen = sdk::select_top(at::tensor(score), at::tensor(tokens), mask(candidates), k).contiguous();
    return {chosen.const_data_ptr<std::int64_t>(), chosen.const_data_ptr<std::int64_t>() + chosen.numel()};
}

std::vector<float> pooled(const std::vector<float>& values, const Tokens& tokens, const std::vector<bool>& range,
                          std::int64_t width, bool maximum, bool asOnDevice) {
    const sdk::TensorOperations alone(asOnDevice);
    return floats(sdk::pool_by_position(at::tensor(values), at::tensor(tokens), mask(range), width,
                                        maximum ? sdk::Pool::Max : sdk::Pool::Average));
}

std::vector<std::vector<float>> pooledHeads(const std::vector<std::vector<float>>& heads, const Tokens& tokens,
                                            const std::vector<bool>& range, std::int64_t width, bool maximum) {
    const at::Tensor dense = stacked(heads, 1, at::kFloat);
    const at::Tensor gaps = at::constant_pad_nd(dense, {0, 3}, 99).narrow(-1, 0, dense.size(-1));
    return rowsOf(sdk::pool_by_position(gaps, at::tensor(tokens).view({1, 1, -1}), mask(range).view({1, 1, -1}), width,
                                        maximum ? sdk::Pool::Max : sdk::Pool::Average));
}

std::vector<std::vector<float>> reduced(const std::vector<std::vector<float>>& heads, std::int64_t kvHeads,
                                        int granularity, int reduce) {
    const at::Tensor values = stacked(heads, 1, at::kFloat);
    const sdk::ModelShape shape{1, values.size(1), kvHeads, 4};
    sdk::Observation seen;
    seen.tokens = at::zeros({1, shape.units(static_cast<sdk::Granularity>(granularity)), values.size(2)}, at::kLong);
    return rowsOf(sdk::reduce_heads(seen, values, static_cast<sdk::Reduce>(reduce)));
}

std::vector<std::vector<float>> spread(const std::vector<std::vector<float>>& units, std::int64_t heads) {
    return rowsOf(sdk::spread_units(stacked(units, 1, at::kFloat), heads));
}

std::vector<float> sumOfEqualRows(std::int64_t rows, std::int64_t columns, float value) {
    const at::Tensor one = at::arange(rows, at::kFloat).add_(1).reciprocal_().mul_(value);
    return floats(sdk::sum_in_order(one.unsqueeze(1).expand({rows, columns}).contiguous(), 0));
}

float sumInOrder(const std::vector<float>& values) {
    return floats(sdk::sum_in_order(at::tensor(values), 0)).front();
}

Rows pageBounds(const Rows& queries, const std::vector<Rows>& low, const std::vector<Rows>& high, bool asOnDevice) {
    const auto all = [](const std::vector<Rows>& heads) {
        std::vector<at::Tensor> tensors;
        for (const Rows& rows : heads) {
            tensors.push_back(stacked(rows, 1, at::kFloat));
        }
        return at::cat(tensors);
    };
    const sdk::TensorOperations alone(asOnDevice);
    const at::Tensor bounds = sdk::page_bounds(stacked(queries, 1, at::kFloat).select(0, 0), all(low), all(high));
    return rowsOf(bounds.unsqueeze(0));
}

std::vector<Tokens> bestPages(const Rows& score, std::int64_t k, bool asOnDevice) {
    const sdk::TensorOperations alone(asOnDevice);
    const at::Tensor best = sdk::best_pages(stacked(score, 1, at::kFloat).select(0, 0), k).contiguous();
    std::vector<Tokens> rows;
    for (std::int64_t r = 0; r < best.size(0); ++r) {
        const auto* data = best.const_data_ptr<std::int64_t>() + r * best.size(1);
        rows.emplace_back(data, data + best.size(1));
    }
    return rows;
}

std::int64_t oneShotBudget(std::int64_t capacity, double removed, std::int64_t promptTokens) {
    return sdk::one_shot_budget(capacity, removed, promptTokens);
}

Tokens oneShotTotals(std::int64_t capacity, double removed, std::int64_t skipLayers, std::int64_t layers,
                     std::int64_t promptTokens) {
    const auto allocator = sdk::one_shot_allocator(capacity, removed, skipLayers);
    sdk::RunInfo run;
    run.shape.layers = layers;
    allocator->begin(run, {});
    return allocator->budgets(promptTokens);
}

std::string measureName(std::int64_t whole, double real, bool flag) {
    return sdk::measure_name("measure", whole, real, flag, sdk::Granularity::QueryHead);
}

std::pair<std::string, std::int64_t> oncePerPrompt(std::int64_t times, bool withMemo) {
    struct Names final : sdk::Memo {
        [[nodiscard]] at::Tensor recall(const std::string& name, const sdk::Measure& measure) override {
            last = name;
            return measure();
        }
        std::string last;
    } names;
    constexpr sdk::OncePerPrompt product(
        "product", [](const sdk::Observation& seen, std::int64_t by, bool /*flag*/) { return seen.tokens.mul(by); });
    sdk::Observation seen;
    seen.tokens = at::full({1}, 5, at::kLong);
    seen.memo = withMemo ? &names : nullptr;
    const auto value = product(seen, times, true).item<std::int64_t>();
    return {names.last, value};
}

std::string refusedBudget(std::int64_t statistics, bool rowBlocks, bool reencode) {
    sdk::Needs needs;
    needs.statistics = statistics;
    needs.rowBlocks = rowBlocks;
    needs.reencode = reencode;
    sdk::Composition parts;
    parts.scorer = std::make_unique<PlainScorer>();
    parts.budget = std::make_unique<AskingBudget>(needs);
    try {
        (void)sdk::compose(std::move(parts));
    } catch (const std::invalid_argument& refused) {
        return refused.what();
    }
    return {};
}

}  // namespace kvw::test
