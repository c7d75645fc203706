// SPDX-License-Identifier: Apache-2.0
/// Cascading KV Cache (POLICIES.md, section 4). Letters as there: s sinks, |C| window, N cascades, mu the moving
/// average of the attention a token receives.
///
/// At decode the only state is the fill of the sub-caches: the carried token of a contest is the one with as many
/// younger tokens as the sub-caches before hold, its opponent the next older token.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <iterator>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/policy/kit/select.h"
#include "core/policy/sdk/plugin.h"
#include "plugins/cascade/layout.h"
#include "plugins/cascade/leaving.h"
#include "plugins/cascade/moving_average.h"
#include "plugins/cascade/uneven.h"
#include "plugins/cascade/unit_lists.h"

namespace {

using namespace kvw::sdk;
using namespace kvw::cascade;

Rule ruleOf(const Parameters& parameters) {
    const bool ownSizes = !parameters.isAuto("sizes");
    const std::int64_t window = parameters.integer("window");
    const std::int64_t cascades = ownSizes ? std::ssize(parameters.integers("sizes")) : parameters.integer("cascades");
    Rule rule = Rule::equal(parameters.integer("sinks"), window, cascades, parameters.integer("rate"),
                            parameters.flag("eager-fill"));
    if (ownSizes) {
        rule.sizes = parameters.integers("sizes");
    } else if (const std::int64_t below = window / cascades * cascades; below != window) {
        const std::string above = std::to_string(below + cascades);
        throw std::invalid_argument("the window of " + std::to_string(window) + " tokens cannot be divided into " +
                                    std::to_string(cascades) + " sub-caches of equal size: take " +
                                    (below > 0 ? std::to_string(below) + " or " + above : above));
    }
    if (!parameters.isAuto("periods")) {
        rule.periods = parameters.integers("periods");
        if (std::ssize(rule.periods) != cascades) {
            throw std::invalid_argument("there are " + std::to_string(rule.periods.size()) + " periods for " +
                                        std::to_string(cascades) + " sub-caches: give one for each");
        }
    }
    return rule;
}

std::string text(double value, int digits = 9) {
    char buffer[32];
    std::snprintf(buffer, sizeof buffer, "%.*g", digits, value);
    return buffer;
}

std::string reasonOf(const Insertion& insertion) {
    return insertion.end == Insertion::End::Contest ? "lost its place in sub-cache " + std::to_string(insertion.level)
                                                    : "oldest token of the oldest sub-cache";
}

class Cascade final : public RulePolicy {
 public:
    explicit Cascade(const Parameters& parameters) : m_rule(ruleOf(parameters)), m_layout(m_rule) {
        m_average.granularity = parameters.text("granularity") == "kv-head" ? Granularity::KvHead : Granularity::Layer;
        set(parameters);
    }

    [[nodiscard]] Needs needs() const override {
        Needs needs;
        needs.granularity = m_average.granularity;
        needs.rowBlocks = true;
        needs.decodeRow = true;
        needs.statistics = 1;  // mu
        return needs;
    }
    [[nodiscard]] bool acceptsStreaming() const override { return true; }
    [[nodiscard]] Protection protection() const override { return {m_rule.sinks, m_rule.newest()}; }

    void begin(const RunInfo& run) override {
        m_average.shape = run.shape;
        m_layout = Layout(m_rule);
        m_seen = m_from = 0;
        m_plan = nullptr;
        m_promptTokens = run.promptTokens;
        describe();
    }

    void observeRows(const Observation& layer, std::int64_t /*firstRow*/) override {
        m_average.update(layer.statistics.select(0, 0), layer.rows);
    }
    Edits prefillLayer(const Observation& layer) override;
    Edits step(const Observation& all) override;
    [[nodiscard]] std::optional<StepRule> stepRule() const override;
    void ruleFollowed(const StepOutcome& outcome) override {
        m_seen = outcome.seen;
        m_layout.insert(m_seen - 1);
    }

    void set(const Parameters& values) override {
        const auto [window, cascades] =
            std::pair(static_cast<double>(m_rule.window()), static_cast<double>(m_rule.cascades()));
        m_average.gamma =
            values.isAuto("gamma") ? std::exp(-cascades * std::log(100.0) / window) : values.number("gamma");
        const std::string& heads = values.text("head-reduction");
        m_average.heads = heads == "max"      ? HeadReduction::Max
                          : heads == "median" ? HeadReduction::Median
                                              : HeadReduction::Mean;
        m_contest = {values.flag("token-selection"), values.text("ties") == "incoming-wins"};
        describe();
    }

    [[nodiscard]] Report report() const override { return m_report; }
    [[nodiscard]] std::unique_ptr<Policy> clone() const override { return std::make_unique<Cascade>(*this); }

 private:
    /// Token of the pass, and the end of its insertion.
    struct Inserted {
        std::int64_t token = 0;
        Insertion insertion;
    };
    void insertPass(const Observation& layer);
    /// Returns what happens to the next tokens, one after another.
    [[nodiscard]] std::shared_ptr<const StepPlan> nextSteps() const;
    void expectFound(const Observation& layer) const;
    void insertUnit(const Observation& layer, const std::int64_t* tokens, const float* mu, std::int64_t* evicted) const;
    void describe();
    void describePeriods();
    [[nodiscard]] Finding reach() const;

    Rule m_rule;
    Average m_average;
    Contest m_contest;
    Report m_report;
    std::int64_t m_promptTokens = 0;

    Layout m_layout;
    std::int64_t m_seen = 0;
    // State of the current pass, the same for all its layers.
    std::int64_t m_from = 0;  ///< first token that the pass inserts
    std::vector<std::int64_t> m_sizesBefore;
    std::vector<Inserted> m_inserted;
    mutable std::shared_ptr<const StepPlan> m_plan;  ///< of steps behind the last pass; null: not made yet
};

/// Returns the tokens that a unit holds, oldest first.
std::vector<std::int64_t> heldTokens(const at::Tensor& tokens, std::int64_t unit) {
    const at::Tensor row = tokens.select(0, 0).select(0, unit).cpu().contiguous();
    const auto* begin = row.const_data_ptr<std::int64_t>();
    std::vector<std::int64_t> held;
    std::copy_if(begin, begin + row.numel(), std::back_inserter(held), [](std::int64_t token) { return token >= 0; });
    std::sort(held.begin(), held.end());
    return held;
}

/// Inserts the tokens of a pass into the layout. If the pass takes over a cache, the tokens found there that are still
/// held come before its own token.
void Cascade::insertPass(const Observation& layer) {
    m_plan = nullptr;
    m_from = m_seen;
    m_sizesBefore = m_layout.sizes();
    m_inserted.clear();
    if (m_from < layer.seen - layer.passTokens) {
        for (const std::int64_t token : heldTokens(layer.tokens, 0)) {
            m_inserted.push_back({token, m_layout.insert(token)});
        }
        m_seen = layer.seen;
    }
    for (; m_seen < layer.seen; ++m_seen) {
        m_inserted.push_back({m_seen, m_layout.insert(m_seen)});
    }
}

/// Refuses a cache whose layers or heads hold different tokens: all of them share one layout.
void Cascade::expectFound(const Observation& layer) const {
    const auto same = [](const Inserted& one, std::int64_t token) { return one.token == token; };
    for (std::int64_t unit = 0; unit < layer.units(); ++unit) {
        const std::vector<std::int64_t> held = heldTokens(layer.tokens, unit);
        if (!std::equal(m_inserted.begin(), m_inserted.end(), held.begin(), held.end(), same)) {
            throw std::invalid_argument(
                "layer " + std::to_string(layer.firstLayer) +
                ": layers or heads were found that hold different tokens, but sub-caches are filled alike in all; take "
                "over from full or streaming, which hold the same tokens everywhere");
        }
    }
}

/// Inserts the tokens of a pass into one unit, with the scores they have at its end.
void Cascade::insertUnit(const Observation& layer, const std::int64_t* tokens, const float* mu,
                         std::int64_t* evicted) const {
    std::vector<Entry> held;
    std::vector<Entry> fresh;
    for (std::int64_t slot = 0; slot < layer.slotCount(); ++slot) {
        if (tokens[slot] >= m_rule.sinks) {
            (tokens[slot] < m_from ? held : fresh).push_back({tokens[slot], slot, mu[slot]});
        }
    }
    const auto older = [](const Entry& a, const Entry& b) { return a.token < b.token; };
    std::sort(held.begin(), held.end(), older);
    std::sort(fresh.begin(), fresh.end(), older);
    UnitLists lists(held, m_sizesBefore);
    auto entry = fresh.begin();
    for (const auto& [token, insertion] : m_inserted) {
        if (insertion.end == Insertion::End::Sink) {
            continue;
        }
        if (entry == fresh.end() || entry->token != token) {
            throw std::logic_error("token " + std::to_string(token) + " of the pass is not held");
        }
        const std::int64_t slot = lists.insert(*entry++, insertion, m_contest);
        if (slot >= 0) {
            *evicted++ = slot;
        }
    }
}

/// Checks that every unit holds as many tokens as the layout says: ages and sizes together are the whole state.
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
        insertPass(layer);
    }
    if (m_from < layer.seen - layer.passTokens) {
        expectFound(layer);
    }
    const std::int64_t leaving =
        std::count_if(m_inserted.begin(), m_inserted.end(), [](const Inserted& one) { return one.insertion.evicts(); });
    expectHeld(layer, m_layout.held() + leaving);
    if (leaving == 0 && !layer.lastPrefillPass) {
        return {};
    }
    // After the prompt the scores are recorded even if nothing leaves.
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

Edits Cascade::step(const Observation& all) {
    const at::Tensor mu = all.statistics.select(0, 0);
    m_average.update(mu, newest_row(all).unsqueeze(2));
    m_seen = all.seen;
    const Insertion insertion = m_layout.insert(m_seen - 1);
    if (!insertion.evicts()) {
        return {};
    }
    const bool contest = insertion.end == Insertion::End::Contest;
    const std::int64_t younger = m_rule.before(insertion.level), accounted = m_layout.held();
    Edit edit;
    if (std::any_of(all.held.begin(), all.held.end(), [&](std::int64_t held) { return held != accounted + 1; })) {
        edit.evict = uneven_slots(
            all.tokens, mu,
            {accounted, m_rule.sinks, m_rule.newest(), contest ? std::optional(younger) : std::nullopt, m_contest});
        if (!edit.evict.defined()) {
            return {};
        }
    } else {
        edit.evict = contest ? loser_slots(all.tokens, mu, younger, m_contest) : oldest_slots(all.tokens, m_rule.sinks);
    }
    edit.reason = reasonOf(insertion);
    edit.firstLayer = all.firstLayer;
    edit.scores = mu.clone();
    return {std::move(edit)};
}

std::shared_ptr<const StepPlan> Cascade::nextSteps() const {
    constexpr std::int64_t kSteps = 4096;
    auto plan = std::make_shared<StepPlan>();
    plan->first = m_seen;
    plan->reasons = {reasonOf({Insertion::End::Overflow, 0})};
    for (std::int64_t level = 0; level < m_rule.cascades(); ++level) {
        plan->reasons.resize(plan->reasons.size() + 1);
        plan->reasons.back() = reasonOf({Insertion::End::Contest, level});
    }
    Layout layout = m_layout;
    for (std::int64_t token = m_seen; token < m_seen + kSteps; ++token) {
        const Insertion insertion = layout.insert(token);
        StepPlan::Step& step = plan->steps.emplace_back();
        if (insertion.evicts()) {
            step.accounted = static_cast<std::int32_t>(layout.held());
        }
        if (insertion.end == Insertion::End::Contest) {
            step.younger = static_cast<std::int32_t>(m_rule.before(insertion.level));
            step.reason = static_cast<std::int32_t>(insertion.level + 1);
        }
    }
    return plan;
}

std::optional<StepRule> Cascade::stepRule() const {
    if (m_plan == nullptr || !m_plan->has(m_seen)) {
        m_plan = nextSteps();
    }
    StepRule rule;
    rule.score.kind = StepScore::Kind::Average;
    rule.score.decay = m_average.gamma;
    rule.score.heads = m_average.heads == HeadReduction::Max      ? StepScore::Heads::Max
                       : m_average.heads == HeadReduction::Median ? StepScore::Heads::Median
                                                                  : StepScore::Heads::Mean;
    rule.plan = m_plan;
    rule.sinks = m_rule.sinks;
    rule.recent = m_rule.newest();
    rule.compares = m_contest.selection;
    rule.carriedWinsTies = m_contest.carriedWinsTies;
    return rule;
}

bool keepsWhole(const Rule& rule, std::int64_t tokens) {
    Layout layout(rule);
    for (std::int64_t token = 0; token < tokens; ++token) {
        if (layout.insert(token).evicts()) {
            return false;
        }
    }
    return true;
}

void Cascade::describe() {
    const ModelShape& shape = m_average.shape;
    m_report = {};
    m_report.budgets.assign(static_cast<std::size_t>(shape.layers), m_rule.sinks + m_rule.window());
    if (m_rule.cascades() == 1 && m_rule.newest() > 0) {
        m_report.notes.push_back(finding("one-sub-cache"));
    } else if (!m_contest.selection) {
        m_report.notes.push_back(finding("selection-off"));
    } else if (m_average.gamma == 1) {
        m_report.warnings.push_back(finding("gamma-one"));
    }
    const std::int64_t units = shape.layers > 0 ? shape.units(m_average.granularity) : 0;
    if (m_average.heads != HeadReduction::Mean && units == shape.queryHeads && units > 0) {
        m_report.warnings.push_back(finding("head-reduction-inert"));
    }
    if (m_promptTokens > 0 && keepsWhole(m_rule, m_promptTokens)) {
        m_report.warnings.push_back(finding("prompt-kept-whole", m_promptTokens, m_rule.sinks + m_rule.window()));
    }
    m_report.notes.push_back(finding("gamma", text(m_average.gamma, 6)));
    m_report.notes.push_back(reach());
    describePeriods();
}

/// Returns "4 x 512 tokens reach back over 8192 tokens" if the sub-caches are equal, else "sub-caches of 512 + 256 +
/// 256 tokens ...".
Finding Cascade::reach() const {
    const std::vector<std::int64_t>& sizes = m_rule.sizes;
    const std::string tokens = text(m_rule.history());
    if (std::adjacent_find(sizes.begin(), sizes.end(), std::not_equal_to<>()) == sizes.end()) {
        return finding("equal-sub-caches", sizes.size(), sizes.front(), tokens);
    }
    std::string sum;
    for (const std::int64_t size : sizes) {
        sum += (sum.empty() ? "" : " + ") + std::to_string(size);
    }
    return finding("sub-caches", sum, tokens);
}

/// Reports sub-caches whose interval is not their period: a token reaches a sub-cache only through those before it.
void Cascade::describePeriods() {
    const std::vector<double> intervals = m_rule.intervals();
    for (std::size_t i = 1; i < intervals.size(); ++i) {
        const bool through = intervals[i] == intervals[i - 1];
        if (through) {
            m_report.warnings.push_back(finding("period-keeps-none-out", i, m_rule.periods[i]));
        } else if (intervals[i] != static_cast<double>(m_rule.periods[i])) {
            m_report.notes.push_back(finding("interval-beside-period", i, text(intervals[i])));
        }
    }
    if (m_rule.newest() == 0) {
        m_report.warnings.push_back(finding("newest-compete", m_rule.periods.front()));
    }
}

Policy* create(const char* /*id*/, const Parameters& parameters) {
    return std::make_unique<Cascade>(parameters).release();
}

}  // namespace

KVW_PLUGIN(create, nullptr, nullptr)
