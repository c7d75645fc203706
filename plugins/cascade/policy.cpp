// SPDX-License-Identifier: Apache-2.0
/// Cascading KV Cache (POLICIES.md, section 4). Letters as there: s sinks, |C| window, N cascades, W = |C| / N, mu the
/// moving average of the attention a token receives.
///
/// At decode nothing is kept but the sizes of the sub-caches: the carried token of a contest is the one with level * W
/// younger tokens, its opponent the next older one.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <stdexcept>
#include <string>

#include "core/policy/sdk/plugin.h"
#include "core/policy/sdk/select.h"
#include "plugins/cascade/layout.h"
#include "plugins/cascade/unit_lists.h"

namespace {

using namespace kvw::sdk;
using namespace kvw::cascade;

enum class HeadReduction : std::uint8_t { Mean, Max, Median };

Rule ruleOf(const Parameters& parameters) {
    Rule rule;
    rule.sinks = parameters.integer("sinks");
    rule.window = parameters.integer("window");
    rule.cascades = parameters.integer("cascades");
    rule.rate = parameters.integer("rate");
    rule.eagerFill = parameters.flag("eager-fill");
    const std::int64_t below = rule.window / rule.cascades * rule.cascades;
    if (below != rule.window) {
        const std::string above = std::to_string(below + rule.cascades);
        throw std::invalid_argument("the window of " + std::to_string(rule.window) + " tokens cannot be divided into " +
                                    std::to_string(rule.cascades) + " sub-caches of equal size: take " +
                                    (below > 0 ? std::to_string(below) + " or " + above : above));
    }
    return rule;
}

std::string text(double value) {
    char buffer[32];
    std::snprintf(buffer, sizeof buffer, "%.9g", value);
    return buffer;
}

class Cascade final : public Policy {
 public:
    explicit Cascade(const Parameters& parameters)
        : m_rule(ruleOf(parameters)),
          m_granularity(parameters.text("granularity") == "kv-head" ? Granularity::KvHead : Granularity::Layer),
          m_layout(m_rule) {
        set(parameters);
    }

    [[nodiscard]] Needs needs() const override {
        Needs needs;
        needs.granularity = m_granularity;
        needs.rowBlocks = true;
        needs.decodeRow = true;
        needs.statistics = 1;  // mu
        return needs;
    }
    [[nodiscard]] bool acceptsStreaming() const override { return true; }
    /// Sub-cache 0 accepts every token, so the newest W are always held.
    [[nodiscard]] Protection protection() const override { return {m_rule.sinks, m_rule.size()}; }

    void begin(const RunInfo& run) override {
        m_shape = run.shape;
        m_layout = Layout(m_rule);
        m_seen = 0;
        describe();
    }

    void observeRows(const Observation& layer, std::int64_t /*firstRow*/) override {
        average(layer.rows, layer.statistics.select(0, 0));
    }
    Edits prefillLayer(const Observation& layer) override;
    Edits step(const Observation& all) override;

    void set(const Parameters& values) override {
        const auto [window, cascades] =
            std::pair(static_cast<double>(m_rule.window), static_cast<double>(m_rule.cascades));
        m_gamma = values.isAuto("gamma") ? std::exp(-cascades * std::log(100.0) / window) : values.number("gamma");
        const std::string& heads = values.text("head-reduction");
        m_heads = heads == "max" ? HeadReduction::Max : heads == "median" ? HeadReduction::Median : HeadReduction::Mean;
        m_contest = {values.flag("token-selection"), values.text("ties") == "incoming-wins"};
        describe();
    }

    [[nodiscard]] Report report() const override { return m_report; }
    [[nodiscard]] std::unique_ptr<Policy> clone() const override { return std::make_unique<Cascade>(*this); }

 private:
    [[nodiscard]] at::Tensor overHeads(const at::Tensor& rows) const;
    void average(const at::Tensor& rows, const at::Tensor& mu) const;
    [[nodiscard]] at::Tensor contested(const at::Tensor& tokens, const at::Tensor& mu, std::int64_t younger) const;
    void insertUnit(const Observation& layer, const std::int64_t* tokens, const float* mu, std::int64_t* evicted) const;
    void describe();

    Rule m_rule;
    Granularity m_granularity;
    double m_gamma = 0;
    HeadReduction m_heads = HeadReduction::Mean;
    Contest m_contest;
    ModelShape m_shape;
    Report m_report;

    Layout m_layout;
    std::int64_t m_seen = 0;
    // The pass being read in: the same for all its layers.
    std::vector<std::int64_t> m_sizesBefore;
    std::vector<Insertion> m_insertions;
};

/// [layers, query_heads, rows, slots] -> [layers, units, rows, slots].
at::Tensor Cascade::overHeads(const at::Tensor& rows) const {
    if (m_heads == HeadReduction::Median) {
        // at::median takes the lower of two middle values.
        const std::int64_t units = m_shape.units(m_granularity);
        return std::get<0>(rows.unflatten(1, {units, m_shape.queryHeads / units}).median(2));
    }
    return reduce_heads(rows, m_shape, m_granularity, m_heads == HeadReduction::Max ? Reduce::Max : Reduce::Mean);
}

/// mu <- gamma^m mu + sum_r (1 - gamma) gamma^(m-1-r) a_r, in double: 1 - gamma may be 1e-7.
void Cascade::average(const at::Tensor& rows, const at::Tensor& mu) const {
    const std::int64_t count = rows.size(2);
    const at::Tensor attention = overHeads(rows);
    at::Tensor next = mu.to(at::kDouble).mul_(std::pow(m_gamma, static_cast<double>(count)));
    if (count == 1) {
        next.add_(attention.select(2, 0), 1 - m_gamma);
    } else {
        std::vector<double> weights;
        for (std::int64_t r = 0; r < count; ++r) {
            weights.push_back((1 - m_gamma) * std::pow(m_gamma, static_cast<double>(count - 1 - r)));
        }
        const at::Tensor weight = at::tensor(weights, at::TensorOptions(at::kDouble)).to(rows.device());
        next.add_(sum_in_order(attention.mul(weight.unsqueeze(1)), 2));
    }
    mu.copy_(next);
}

/// Inserts the tokens of a pass into one unit, with the scores they have at its end.
void Cascade::insertUnit(const Observation& layer, const std::int64_t* tokens, const float* mu,
                         std::int64_t* evicted) const {
    const std::int64_t first = layer.seen - layer.passTokens;
    std::vector<Entry> held;
    std::vector<Entry> fresh;
    for (std::int64_t slot = 0; slot < layer.slotCount(); ++slot) {
        if (tokens[slot] >= m_rule.sinks) {
            (tokens[slot] < first ? held : fresh).push_back({tokens[slot], slot, mu[slot]});
        }
    }
    const auto older = [](const Entry& a, const Entry& b) { return a.token < b.token; };
    std::sort(held.begin(), held.end(), older);
    std::sort(fresh.begin(), fresh.end(), older);
    UnitLists lists(held, m_sizesBefore);
    auto entry = fresh.begin();
    for (const Insertion& insertion : m_insertions) {
        if (insertion.end != Insertion::End::Sink) {
            const std::int64_t slot = lists.insert(*entry++, insertion, m_contest);
            if (slot >= 0) {
                *evicted++ = slot;
            }
        }
    }
}

/// The sizes of the sub-caches say how many tokens a unit must hold; ages and sizes together are the whole state.
void expectHeld(const Observation& seen, std::int64_t expected) {
    for (const std::int64_t held : seen.held) {
        if (held != expected) {
            throw std::logic_error(std::to_string(held) + " tokens are held, sinks and sub-caches account for " +
                                   std::to_string(expected));
        }
    }
}

Edits Cascade::prefillLayer(const Observation& layer) {
    if (layer.seen != m_seen) {
        m_sizesBefore = m_layout.sizes();
        m_insertions.clear();
        while (m_seen < layer.seen) {
            m_insertions.push_back(m_layout.insert(m_seen++));
        }
    }
    const std::int64_t leaving =
        std::count_if(m_insertions.begin(), m_insertions.end(), [](const Insertion& i) { return i.evicts(); });
    expectHeld(layer, m_layout.held(m_seen) + leaving);
    if (leaving == 0 && !layer.lastPrefillPass) {
        return {};
    }
    // After the prompt the scores are recorded in any case.
    Edit edit;
    edit.firstLayer = layer.firstLayer;
    edit.scores = layer.statistics.select(0, 0).clone();
    edit.reason = "left its sub-cache";
    const at::Tensor tokens = layer.tokens.cpu().contiguous();
    const at::Tensor mu = edit.scores.cpu().contiguous();
    const at::Tensor evict = at::empty({1, layer.units(), leaving}, at::TensorOptions(at::kLong));
    for (std::int64_t unit = 0; unit < layer.units() && leaving > 0; ++unit) {
        insertUnit(layer, tokens.const_data_ptr<std::int64_t>() + unit * layer.slotCount(),
                   mu.const_data_ptr<float>() + unit * layer.slotCount(),
                   evict.mutable_data_ptr<std::int64_t>() + unit * leaving);
    }
    edit.evict = evict.to(layer.tokens.device());
    return {std::move(edit)};
}

/// Slot of the loser between the token with `younger` younger ones and the next older one, [layers, units, 1].
at::Tensor Cascade::contested(const at::Tensor& tokens, const at::Tensor& mu, std::int64_t younger) const {
    const auto [carried, carriedSlot] = tokens.kthvalue(tokens.size(-1) - younger, -1, true);
    const at::Tensor newestSlot = std::get<1>(tokens.masked_fill(tokens.ge(carried), -1).max(-1, true));
    if (!m_contest.selection) {
        return m_contest.carriedWinsTies ? newestSlot : carriedSlot;
    }
    const at::Tensor a = mu.gather(-1, carriedSlot);
    const at::Tensor b = mu.gather(-1, newestSlot);
    return at::where(m_contest.carriedWinsTies ? a.ge(b) : a.gt(b), newestSlot, carriedSlot);
}

Edits Cascade::step(const Observation& all) {
    const at::Tensor mu = all.statistics.select(0, 0);
    average(newest_row(all).unsqueeze(2), mu);
    m_seen = all.seen;
    const Insertion insertion = m_layout.insert(m_seen - 1);
    expectHeld(all, m_layout.held(m_seen) + (insertion.evicts() ? 1 : 0));
    if (!insertion.evicts()) {
        return {};
    }
    Edit edit;
    if (insertion.end == Insertion::End::Contest) {
        edit.evict = contested(all.tokens, mu, insertion.level * m_rule.size());
        edit.reason = "lost its place in sub-cache " + std::to_string(insertion.level);
    } else {
        const at::Tensor sinks = all.tokens.lt(m_rule.sinks).logical_or_(all.tokens.lt(0));
        edit.evict = std::get<1>(all.tokens.masked_fill(sinks, std::numeric_limits<std::int64_t>::max()).min(-1, true));
        edit.reason = "oldest token of the oldest sub-cache";
    }
    edit.firstLayer = all.firstLayer;
    edit.scores = mu.clone();
    return {std::move(edit)};
}

void Cascade::describe() {
    m_report = {};
    m_report.budgets.assign(static_cast<std::size_t>(m_shape.layers), m_rule.sinks + m_rule.window);
    if (m_rule.cascades == 1) {
        m_report.warnings.emplace_back(
            "cascades is 1: nothing competes, so rate, gamma, head-reduction, granularity, eager-fill, ties and "
            "token-selection have no effect");
    } else if (!m_contest.selection) {
        m_report.warnings.emplace_back(
            "token-selection is off: every comparison is a tie, so gamma, head-reduction and granularity have no "
            "effect");
    } else if (m_gamma == 1) {
        m_report.warnings.emplace_back(
            "gamma is 1: scores stay as they are, 0 from the start of a run, where every comparison is a tie");
    }
    const std::int64_t units = m_shape.layers > 0 ? m_shape.units(m_granularity) : 0;
    if (m_heads != HeadReduction::Mean && units == m_shape.queryHeads && units > 0) {
        m_report.warnings.emplace_back("every set has one query head: head-reduction has no effect");
    }
    m_report.notes.push_back("gamma is " + text(m_gamma));
    m_report.notes.push_back(std::to_string(m_rule.cascades) + " x " + std::to_string(m_rule.size()) +
                             " tokens reach back over " + text(m_rule.history()) + " tokens");
}

Policy* create(const char* /*id*/, const Parameters& parameters) {
    return std::make_unique<Cascade>(parameters).release();
}

}  // namespace

KVW_PLUGIN(create, nullptr, nullptr)
