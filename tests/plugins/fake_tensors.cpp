// SPDX-License-Identifier: Apache-2.0
#include "tests/plugins/fake_tensors.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace kvw::test {
namespace {

/// Source of the tensors of one observation, by stored head.
struct Source {
    const sdk::Observation& seen;
    const FakeModel& model;
    std::int64_t storedHeads = 0;

    [[nodiscard]] at::Tensor vector(const FakeModel::Vector& of, std::int64_t layer, std::int64_t stored,
                                    std::int64_t token) const {
        if (!of) {
            throw std::runtime_error("the policy asks for tensors that the fake model does not have");
        }
        const std::int64_t head = stored * model.kvHeads / storedHeads;
        return at::tensor(of(seen.firstLayer + layer, head, token), at::kDouble).to(at::kFloat);
    }

    /// [layers, stored heads, slots, headDim], 0 at free slots.
    [[nodiscard]] at::Tensor bySlot(const FakeModel::Vector& of) const {
        at::Tensor all = at::zeros({seen.layers, storedHeads, seen.slotCount(), model.headDim});
        const auto table = seen.tokens.accessor<std::int64_t, 3>();
        for (std::int64_t l = 0; l < seen.layers; ++l) {
            for (std::int64_t h = 0; h < storedHeads; ++h) {
                for (std::int64_t s = 0; s < seen.slotCount(); ++s) {
                    const std::int64_t token = table[l][h * seen.units() / storedHeads][s];
                    if (token >= 0) {
                        all.select(0, l).select(0, h).select(0, s).copy_(vector(of, l, h, token));
                    }
                }
            }
        }
        return all;
    }

    /// [layers, stored heads, m, headDim] of the newest m tokens.
    [[nodiscard]] at::Tensor ofPass(const FakeModel::Vector& of) const {
        at::Tensor all = at::zeros({seen.layers, storedHeads, seen.passTokens, model.headDim});
        for (std::int64_t l = 0; l < seen.layers; ++l) {
            for (std::int64_t h = 0; h < storedHeads; ++h) {
                for (std::int64_t t = 0; t < seen.passTokens; ++t) {
                    const at::Tensor key = vector(of, l, h, seen.seen - seen.passTokens + t);
                    all.select(0, l).select(0, h).select(0, t).copy_(key);
                }
            }
        }
        return all;
    }
};

/// Mean and biased covariance of the queries of tokens `first` ... seen - 1 of the layer.
void addMoments(sdk::Observation& seen, const FakeModel& model, std::int64_t first) {
    if (first >= seen.seen) {
        return;
    }
    std::vector<at::Tensor> means;
    std::vector<at::Tensor> covariances;
    for (std::int64_t head = 0; head < model.queryHeads; ++head) {
        std::vector<at::Tensor> queries;
        for (std::int64_t token = first; token < seen.seen; ++token) {
            queries.push_back(at::tensor(model.query(seen.firstLayer, head, token), at::kDouble));
        }
        const at::Tensor all = at::stack(queries);
        means.push_back(all.mean(0));
        const at::Tensor centred = all.sub(means.back());
        covariances.push_back(centred.t().matmul(centred).div(static_cast<double>(seen.seen - first)));
    }
    seen.queryMean = at::stack(means).unsqueeze(0);
    seen.queryCovariance = at::stack(covariances).unsqueeze(0);
}

/// Returns the logits of the newest query, [layers, query heads, slots].
at::Tensor newestLogits(const sdk::Observation& seen, const FakeModel& model) {
    at::Tensor logits = at::full({seen.layers, model.queryHeads, seen.slotCount()}, -HUGE_VAL, at::kFloat);
    const auto table = seen.tokens.accessor<std::int64_t, 3>();
    auto values = logits.accessor<float, 3>();
    for (std::int64_t l = 0; l < seen.layers; ++l) {
        for (std::int64_t h = 0; h < model.queryHeads; ++h) {
            for (std::int64_t s = 0; s < seen.slotCount(); ++s) {
                if (const std::int64_t key = table[l][h * seen.units() / model.queryHeads][s]; key >= 0) {
                    values[l][h][s] = static_cast<float>(model.logit(seen.firstLayer + l, h, seen.seen - 1, key));
                }
            }
        }
    }
    return logits;
}

}  // namespace

void addFakeTensors(sdk::Observation& seen, const FakeModel& model, const sdk::Needs& needs) {
    if (seen.prefill && needs.queryMomentsFrom >= 0) {
        addMoments(seen, model, std::max(needs.queryMomentsFrom, seen.seen - seen.passTokens));
    }
    seen.logits = needs.logits ? newestLogits(seen, model) : at::Tensor();
    if (!seen.prefill && !needs.tensorsAtDecode) {
        return;
    }
    const bool perQueryHead = needs.granularity == sdk::Granularity::QueryHead;
    const Source source{seen, model, perQueryHead ? model.queryHeads : model.kvHeads};
    seen.keys = needs.keys ? source.bySlot(model.key) : at::Tensor();
    seen.values = needs.values ? source.bySlot(model.value) : at::Tensor();
    seen.rawKeys = needs.rawKeys ? source.ofPass(model.rawKey ? model.rawKey : model.key) : at::Tensor();
}

}  // namespace kvw::test
