// SPDX-License-Identifier: Apache-2.0
#include "tests/plugins/fake_engine.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <random>
#include <stdexcept>

#include "core/policy/kit/random.h"
#include "core/policy/sdk/plugin.h"
#include "tests/plugins/fake_tensors.h"
#include "tests/plugins/loaded_plugin.h"

namespace kvw::test {
namespace {

using sdk::Observation;

[[noreturn]] void fail(const std::string& sentence) {
    throw std::runtime_error(sentence);
}

}  // namespace

struct FakeEngine::State {
    FakeModel model;
    std::unique_ptr<sdk::Policy> policy;
    nlohmann::json provided;
    sdk::Parameters parameters;
    sdk::Needs needs;
    std::mt19937_64 random;
    std::int64_t units = 1;
    std::int64_t slots = 0;
    std::int64_t seen = 0;
    std::int64_t edits = 0;
    at::Tensor tokens;      // [layers, units, slots]
    at::Tensor statistics;  // [n, layers, units, slots]
    at::Tensor scores;      // [layers, units, slots] f64 of the last edits, and the tokens they belonged to
    at::Tensor scoreTokens;

    [[nodiscard]] sdk::ModelShape shape() const {
        return {model.layers, model.queryHeads, model.kvHeads, model.headDim};
    }
    [[nodiscard]] std::int64_t unitOf(std::int64_t head) const { return head * units / model.queryHeads; }

    [[nodiscard]] std::vector<std::int64_t> held(std::int64_t first, std::int64_t layers) const {
        const at::Tensor counts = tokens.narrow(0, first, layers).ge(0).sum(-1).contiguous();
        const auto* data = counts.const_data_ptr<std::int64_t>();
        return {data, data + counts.numel()};
    }

    void append(std::int64_t layer, std::int64_t token) {
        auto table = tokens.accessor<std::int64_t, 3>();
        for (std::int64_t u = 0; u < units; ++u) {
            std::vector<std::int64_t> open;
            for (std::int64_t s = 0; s < slots; ++s) {
                if (table[layer][u][s] < 0) {
                    open.push_back(s);
                }
            }
            if (open.empty()) {
                fail("the fake engine is out of slots");
            }
            const std::int64_t slot = open[random() % open.size()];
            table[layer][u][slot] = token;
            if (statistics.defined()) {
                statistics.select(1, layer).select(1, u).select(1, slot).zero_();
            }
        }
    }

    /// Softmax row of one query over what its head's unit holds up to itself, [slots].
    [[nodiscard]] at::Tensor row(std::int64_t layer, std::int64_t head, std::int64_t query) const {
        const auto table = tokens.accessor<std::int64_t, 3>();
        const std::int64_t u = unitOf(head);
        at::Tensor weights = at::zeros({slots}, at::kDouble);
        auto weight = weights.accessor<double, 1>();
        double total = 0;
        // In token order, so that the sum does not depend on the slots.
        for (std::int64_t key = 0; key <= query; ++key) {
            for (std::int64_t s = 0; s < slots; ++s) {
                if (table[layer][u][s] == key) {
                    weight[s] = std::exp(model.logit(layer, head, query, key));
                    total += weight[s];
                }
            }
        }
        return weights.div(total).to(at::kFloat);
    }

    [[nodiscard]] at::Tensor rows(std::int64_t layer, std::int64_t head, std::int64_t first) const {
        std::vector<at::Tensor> all;
        for (std::int64_t query = first; query < seen; ++query) {
            all.push_back(row(layer, head, query));
        }
        return at::stack(all);
    }

    /// The rows of a pass in blocks of a few, as a policy with rowBlocks sees them.
    void showRows(std::int64_t layer, std::int64_t m) {
        constexpr std::int64_t kBlock = 3;
        Observation o = observe(layer, 1, m, true);
        std::vector<at::Tensor> perHead;
        for (std::int64_t head = 0; head < model.queryHeads; ++head) {
            perHead.push_back(rows(layer, head, seen - m));
        }
        const at::Tensor all = at::stack(perHead).unsqueeze(0);
        for (std::int64_t row = 0; row < m; row += kBlock) {
            o.rows = all.narrow(2, row, std::min(kBlock, m - row));
            policy->observeRows(o, row);
        }
    }

    [[nodiscard]] Observation observe(std::int64_t first, std::int64_t layers, std::int64_t m, bool prefill) const {
        Observation o;
        o.prefill = prefill;
        o.firstLayer = first;
        o.layers = layers;
        o.passTokens = m;
        o.seen = seen;
        o.tokens = tokens.narrow(0, first, layers).clone();
        o.held = held(first, layers);
        if (statistics.defined()) {
            o.statistics = statistics.narrow(1, first, layers);
        }
        addFakeTensors(o, model, needs);
        const bool wantsRows = prefill ? needs.lastRows > 0 || needs.columnSums : needs.decodeRow;
        if (!wantsRows) {
            return o;
        }
        std::vector<at::Tensor> perLayer;
        for (std::int64_t layer = first; layer < first + layers; ++layer) {
            std::vector<at::Tensor> perHead;
            for (std::int64_t head = 0; head < model.queryHeads; ++head) {
                perHead.push_back(rows(layer, head, seen - m));
            }
            perLayer.push_back(at::stack(perHead));
        }
        const at::Tensor all = at::stack(perLayer);
        const std::int64_t last = prefill ? std::min(needs.lastRows, m) : 1;
        if (last > 0) {
            o.rows = all.narrow(2, m - last, last);
        }
        if (needs.columnSums) {
            o.columnSums = all.to(at::kDouble).sum(2).to(at::kFloat);
        }
        return o;
    }

    void apply(const sdk::Edits& list) {
        for (const sdk::Edit& edit : list) {
            ++edits;
            const std::int64_t layers = edit.evict.size(0);
            if (edit.scores.defined()) {
                scores.narrow(0, edit.firstLayer, layers).copy_(edit.scores);
                scoreTokens.narrow(0, edit.firstLayer, layers).copy_(tokens.narrow(0, edit.firstLayer, layers));
            }
            for (std::int64_t l = 0; l < layers; ++l) {
                for (std::int64_t u = 0; u < units; ++u) {
                    evict(edit.firstLayer + l, u, edit.evict.select(0, l).select(0, u).contiguous());
                }
            }
        }
    }

    void evict(std::int64_t layer, std::int64_t unit, const at::Tensor& list) {
        auto table = tokens.accessor<std::int64_t, 3>()[layer][unit];
        Tokens before = sorted(layer, unit);
        Tokens gone;
        for (std::int64_t i = 0; i < list.numel(); ++i) {
            const std::int64_t slot = list.const_data_ptr<std::int64_t>()[i];
            if (slot < 0) {
                continue;
            }
            if (slot >= slots || table[slot] < 0) {
                fail("slot " + std::to_string(slot) + " is evicted but holds nothing");
            }
            gone.push_back(table[slot]);
            table[slot] = -1;
        }
        checkProtected(before, gone);
    }

    void checkProtected(const Tokens& before, const Tokens& gone) const {
        const auto kept = static_cast<std::int64_t>(before.size() - gone.size());
        const std::int64_t recent = std::min(policy->protection().recent, kept);
        const std::int64_t sinks = std::min(policy->protection().sinks, kept - recent);
        const auto from = static_cast<std::int64_t>(before.size()) - recent;
        for (std::int64_t i = 0; i < static_cast<std::int64_t>(before.size()); ++i) {
            const std::int64_t token = before[static_cast<std::size_t>(i)];
            const bool safe = i >= from || (i < sinks && token < policy->protection().sinks);
            if (safe && std::find(gone.begin(), gone.end(), token) != gone.end()) {
                fail("token " + std::to_string(token) + " is protected but was evicted");
            }
        }
    }

    [[nodiscard]] Tokens sorted(std::int64_t layer, std::int64_t unit) const {
        const at::Tensor row = tokens.select(0, layer).select(0, unit).contiguous();
        Tokens result;
        std::copy_if(row.const_data_ptr<std::int64_t>(), row.const_data_ptr<std::int64_t>() + slots,
                     std::back_inserter(result), [](std::int64_t t) { return t >= 0; });
        std::sort(result.begin(), result.end());
        return result;
    }
};

FakeEngine::FakeEngine(const FakeModel& model, const Choice& choice, std::uint64_t seed, std::int64_t slots)
    : m_state(std::make_unique<State>()) {
    State& s = *m_state;
    s.model = model;
    s.random.seed(seed);
    s.slots = slots;
    if (!choice.policy.id.empty()) {
        const Loaded plugin = load("policy", choice.policy.id);
        s.provided = plugin.provided;
        s.parameters = complete(plugin.provided, choice.policy.parameters);
        s.policy.reset(plugin.descriptor->createPolicy(choice.policy.id.c_str(), s.parameters));
    } else {
        const Loaded scorer = load("scorer", choice.scorer.id);
        const Loaded budget = load("budget", choice.budget.id);
        sdk::Composition parts;
        parts.scorer.reset(scorer.descriptor->createScorer(choice.scorer.id.c_str(),
                                                           complete(scorer.provided, choice.scorer.parameters)));
        parts.budget.reset(budget.descriptor->createBudget(choice.budget.id.c_str(),
                                                           complete(budget.provided, choice.budget.parameters)));
        parts.protection = {choice.sinks, choice.recent};
        parts.cutInterval = choice.cutInterval;
        s.policy = sdk::compose(std::move(parts));
    }
    s.needs = s.policy->needs();
    s.units = s.shape().units(s.needs.granularity);
    s.tokens = at::full({model.layers, s.units, slots}, -1, at::kLong);
    s.scores = at::full({model.layers, s.units, slots}, std::nan(""), at::kDouble);
    s.scoreTokens = at::full_like(s.tokens, -1);
    if (s.needs.statistics > 0) {
        s.statistics = at::zeros({s.needs.statistics, model.layers, s.units, slots});
    }
}

FakeEngine::FakeEngine(std::unique_ptr<State> state) : m_state(std::move(state)) {}
FakeEngine::~FakeEngine() = default;
FakeEngine::FakeEngine(FakeEngine&&) noexcept = default;

void FakeEngine::find(const Tokens& held) {
    State& s = *m_state;
    for (std::int64_t layer = 0; layer < s.model.layers; ++layer) {
        for (const std::int64_t token : held) {
            s.append(layer, token);
        }
    }
    s.seen = held.back() + 1;
}

void FakeEngine::prefill(std::int64_t tokens, std::int64_t chunk) {
    State& s = *m_state;
    sdk::RunInfo run;
    run.shape = s.shape();
    run.layerMajor = chunk == 0;
    run.promptTokens = tokens;
    run.rope.enabled = !s.model.inverseFrequency.empty();
    run.rope.halfSplit = s.model.halfSplit;
    run.rope.rotaryDim = 2 * static_cast<std::int64_t>(s.model.inverseFrequency.size());
    run.rope.inverseFrequency.assign(static_cast<std::size_t>(run.shape.layers), s.model.inverseFrequency);
    s.policy->begin(run);
    while (s.seen < tokens) {
        const std::int64_t m = std::min(chunk == 0 ? tokens : chunk, tokens - s.seen);
        const std::int64_t first = s.seen;
        s.seen += m;
        for (std::int64_t layer = 0; layer < s.model.layers; ++layer) {
            for (std::int64_t token = first; token < s.seen; ++token) {
                s.append(layer, token);
            }
            if (s.needs.rowBlocks) {
                s.showRows(layer, m);
            }
            Observation seen = s.observe(layer, 1, m, true);
            seen.lastPrefillPass = s.seen == tokens;
            s.apply(s.policy->prefillLayer(seen));
        }
        s.apply(s.policy->prefillEnd());
    }
}

void FakeEngine::step() {
    State& s = *m_state;
    for (std::int64_t layer = 0; layer < s.model.layers; ++layer) {
        s.append(layer, s.seen);
    }
    ++s.seen;
    s.apply(s.policy->step(s.observe(0, s.model.layers, 1, false)));
}

void FakeEngine::tune(const std::map<std::string, sdk::Value>& changed) {
    for (const auto& [name, value] : changed) {
        m_state->parameters.set(name, value);
    }
    m_state->policy->set(m_state->parameters);
}

FakeEngine FakeEngine::fork() const {
    const State& from = *m_state;
    auto copy = std::make_unique<State>();
    copy->model = from.model;
    copy->policy = from.policy->clone();
    copy->provided = from.provided;
    copy->parameters = from.parameters;
    copy->needs = from.needs;
    copy->random = from.random;
    copy->units = from.units;
    copy->slots = from.slots;
    copy->seen = from.seen;
    copy->edits = from.edits;
    copy->tokens = from.tokens.clone();
    copy->scores = from.scores.clone();
    copy->scoreTokens = from.scoreTokens.clone();
    copy->statistics = from.statistics.defined() ? from.statistics.clone() : at::Tensor();
    return FakeEngine(std::move(copy));
}

std::int64_t FakeEngine::units() const {
    return m_state->units;
}

Tokens FakeEngine::kept(std::int64_t layer, std::int64_t unit) const {
    return m_state->sorted(layer, unit);
}

std::vector<double> FakeEngine::scores(std::int64_t layer, std::int64_t unit, const Tokens& tokens) const {
    const auto values = m_state->scores.accessor<double, 3>()[layer][unit];
    const auto owners = m_state->scoreTokens.accessor<std::int64_t, 3>()[layer][unit];
    std::vector<double> result;
    for (const std::int64_t token : tokens) {
        double value = std::nan("");
        for (std::int64_t slot = 0; slot < m_state->slots; ++slot) {
            if (owners[slot] == token) {
                value = values[slot];
            }
        }
        result.push_back(value);
    }
    return result;
}

std::vector<std::int64_t> FakeEngine::budgets() const {
    return m_state->policy->report().budgets;
}
std::vector<double> FakeEngine::preference() const {
    return m_state->policy->report().preference;
}
std::vector<double> FakeEngine::gini() const {
    return m_state->policy->report().gini;
}
std::vector<std::string> FakeEngine::warnings() const {
    return englishOf(m_state->policy->report().warnings);
}
std::vector<std::string> FakeEngine::notes() const {
    return englishOf(m_state->policy->report().notes);
}
bool FakeEngine::acceptsStreaming() const {
    return m_state->policy->acceptsStreaming();
}
int FakeEngine::edits() const {
    return static_cast<int>(m_state->edits);
}

FakeModel fixtureA(std::int64_t layers) {
    FakeModel model;
    model.layers = layers;
    model.logit = [](std::int64_t layer, std::int64_t head, std::int64_t query, std::int64_t key) {
        static constexpr double kWeights[2][2][8] = {{{10, 9, 1, 5, 6, 8, 4, 2}, {1, 1, 4, 2, 3, 9, 1, 4}},
                                                     {{9, 4, 5, 4, 4, 6, 2, 5}, {2, 8, 2, 6, 4, 7, 5, 1}}};
        const double weight = key < 8 ? kWeights[layer][head][key] : 1.0;
        return (query == 7 ? 2.0 : 1.0) * std::log(weight);
    };
    return model;
}

FakeModel randomModel(std::uint64_t seed, std::int64_t layers, std::int64_t queryHeads, std::int64_t kvHeads,
                      double spread) {
    FakeModel model{layers, queryHeads, kvHeads, {}};
    model.logit = [seed, spread](std::int64_t layer, std::int64_t head, std::int64_t query, std::int64_t key) {
        const auto u = [](std::int64_t value) { return static_cast<std::uint64_t>(value); };
        const std::uint64_t h = sdk::hash(seed, {u(layer), u(head), u(query), u(key)});
        return spread * (static_cast<double>(h >> 11U) * 0x1p-53 - 0.5);
    };
    return model;
}

}  // namespace kvw::test
