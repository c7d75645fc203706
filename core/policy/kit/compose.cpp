// SPDX-License-Identifier: Apache-2.0
#include "core/policy/sdk/compose.h"

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <utility>

#include "core/policy/kit/removed_fraction.h"
#include "core/policy/kit/select.h"
#include "core/policy/sdk/composition_rules.h"

namespace kvw::sdk {

namespace {

constexpr const char* kCutReason = "more tokens than the budget";

Needs merged(const Needs& scorer, const Needs& budget) {
    Needs all = scorer;  // with its granularity and statistics
    all.lastRows = std::max(scorer.lastRows, budget.lastRows);
    all.columnSums |= budget.columnSums;
    all.logits |= budget.logits;
    all.decodeRow |= budget.decodeRow;
    all.keys |= budget.keys;
    all.rawKeys |= budget.rawKeys;
    all.values |= budget.values;
    all.tensorsAtDecode |= budget.tensorsAtDecode;
    all.queryMomentsFrom = std::max(scorer.queryMomentsFrom, budget.queryMomentsFrom);
    return all;
}

class ComposedPolicy final : public RulePolicy {
 public:
    explicit ComposedPolicy(Composition composition) : m_parts(std::move(composition)) {}
    ComposedPolicy(const ComposedPolicy& other)
        : m_parts{other.m_parts.scorer->clone(), other.m_parts.budget->clone(), other.m_parts.protection,
                  other.m_parts.cutInterval,     other.m_parts.retune,          other.m_parts.warnings},
          m_run(other.m_run),
          m_promptTokens(other.m_promptTokens),
          m_seen(other.m_seen),
          m_budgets(other.m_budgets),
          m_cutBefore(other.m_cutBefore),
          m_waiting(other.m_waiting) {}
    ComposedPolicy& operator=(const ComposedPolicy&) = delete;

    [[nodiscard]] Needs needs() const override {
        Needs all = merged(m_parts.scorer->needs(), m_parts.budget->needs());
        if (m_parts.cutInterval == 0) {
            all.decodeRow = false;
            all.tensorsAtDecode = false;
        }
        if (all.queryMomentsFrom >= 0) {
            all.queryMomentsFrom = std::max(all.queryMomentsFrom, m_parts.protection.sinks);
        }
        return all;
    }
    [[nodiscard]] bool acceptsStreaming() const override {
        return m_parts.cutInterval > 0 && m_parts.scorer->acceptsStreaming() &&
               m_parts.budget->independentOfObservations();
    }
    [[nodiscard]] Protection protection() const override { return m_parts.protection; }

    void begin(const RunInfo& run) override {
        m_run = run;
        m_promptTokens = 0;
        m_budgets.clear();
        m_cutBefore = false;
        m_waiting.clear();
        beginParts();
    }

    void observeRows(const Observation& layer, std::int64_t firstRow) override {
        m_parts.scorer->observeRows(layer, firstRow);
    }

    Edits prefillLayer(const Observation& layer) override {
        m_seen = layer.seen;
        const at::Tensor scores = m_parts.scorer->score(layer);
        m_parts.budget->observeLayer(layer, scores);
        if (!m_parts.budget->independentOfObservations()) {
            if (layer.lastPrefillPass) {
                m_waiting.push_back({held_in(layer), scores});
                m_promptTokens = layer.seen;
            }
            return {};
        }
        if (m_budgets.empty() || m_promptTokens != layer.seen) {
            m_promptTokens = layer.seen;
            m_budgets = m_parts.budget->budgets(m_promptTokens);
        }
        if (m_parts.cutInterval == 0 && !layer.lastPrefillPass) {
            return {};
        }
        return cutTo(layer, scores, limits(layer, layer.lastPrefillPass));
    }

    Edits prefillEnd() override {
        if (m_waiting.empty()) {
            return {};
        }
        m_budgets = m_parts.budget->budgets(m_promptTokens);
        Edits edits;
        for (const Scored& waiting : m_waiting) {
            for (Edit& edit : cutTo(waiting.layer, waiting.scores, limits(waiting.layer, true))) {
                edits.push_back(std::move(edit));
            }
        }
        m_waiting.clear();
        return edits;
    }

    Edits step(const Observation& all) override {
        m_seen = all.seen;
        if (m_parts.cutInterval == 0) {
            return {};
        }
        const std::vector<std::int64_t> most = limits(all, false);
        const at::Tensor scores =
            m_cutBefore && oneLeavesAtMost(all.held, most)
                ? m_parts.scorer->scoreLowestTwo(all, competing_slots(all, most, m_parts.protection))
                : m_parts.scorer->score(all);
        return cutTo(all, scores, most);
    }

    [[nodiscard]] std::optional<StepRule> stepRule() const override {
        StepRule rule;
        rule.every = m_parts.cutInterval;
        if (rule.every == 0) {
            return rule;
        }
        const auto* scorer = dynamic_cast<const RuleScorer*>(m_parts.scorer.get());
        const std::optional<StepScore> score = scorer == nullptr ? std::nullopt : scorer->stepScore();
        if (!score || m_budgets.empty()) {
            return std::nullopt;
        }
        rule.score = *score;
        rule.budgets = m_budgets;
        rule.budgetsPerUnit = m_parts.budget->perUnit();
        rule.sinks = m_parts.protection.sinks;
        rule.recent = m_parts.protection.recent;
        rule.reason = kCutReason;
        return rule;
    }
    void ruleFollowed(const StepOutcome& outcome) override {
        m_seen = outcome.seen;
        m_cutBefore |= outcome.cutFirst;
    }

    void set(const Parameters& values) override {
        if (!m_parts.retune) {
            return;
        }
        m_parts.retune(values, m_parts);
        m_parts.scorer->begin(m_run, m_parts.protection);
        if (m_parts.budget->independentOfObservations()) {
            m_parts.budget->begin(m_run, m_parts.protection);
        }
        if (m_parts.budget->independentOfObservations() && !m_budgets.empty()) {
            m_budgets = m_parts.budget->budgets(m_promptTokens);
        }
    }

    [[nodiscard]] Report report() const override {
        // Between begin and the prompt, budgets that do not depend on the prompt's content are reported as a plan.
        const bool planned = m_budgets.empty() && m_run.promptTokens > 0 && m_parts.budget->independentOfObservations();
        const std::unique_ptr<BudgetAllocator> plan = planned ? m_parts.budget->clone() : nullptr;
        const std::int64_t prompt = planned ? m_run.promptTokens : m_promptTokens;
        const std::vector<std::int64_t> budgets = planned ? plan->budgets(prompt) : m_budgets;
        Report report = planned ? plan->report() : m_parts.budget->report();
        report.warnings.insert(report.warnings.begin(), m_parts.warnings.begin(), m_parts.warnings.end());
        report.budgets = budgets;
        std::replace(report.budgets.begin(), report.budgets.end(), kUnlimited, planned ? prompt : m_seen);
        report.budgetsPerUnit = m_parts.budget->perUnit();
        const bool inert = !budgets.empty() &&
                           std::all_of(budgets.begin(), budgets.end(), [prompt](std::int64_t b) { return b > prompt; });
        if (m_parts.cutInterval == 0 && inert) {
            report.warnings.push_back(finding("capacity-above-prompt"));
        }
        return report;
    }

    [[nodiscard]] std::unique_ptr<Policy> clone() const override { return std::make_unique<ComposedPolicy>(*this); }

 private:
    struct Scored {
        Observation layer;
        at::Tensor scores;
    };

    void beginParts() {
        m_parts.scorer->begin(m_run, m_parts.protection);
        m_parts.budget->begin(m_run, m_parts.protection);
    }

    /// Returns what each unit may hold after this pass: its budget, or everything it holds while that is below budget +
    /// every.
    [[nodiscard]] std::vector<std::int64_t> limits(const Observation& seen, bool always) const {
        const bool perUnit = m_parts.budget->perUnit();
        const auto units = static_cast<std::size_t>(seen.units());
        const auto first = static_cast<std::size_t>(seen.firstLayer);
        std::vector<std::int64_t> result(seen.held.size());
        for (std::size_t i = 0; i < result.size(); ++i) {
            const std::size_t index = perUnit ? first * units + i : first + i / units;
            const std::int64_t budget = m_budgets.at(index);
            result[i] = always || seen.held[i] - budget >= m_parts.cutInterval ? budget : seen.held[i];
        }
        return result;
    }

    [[nodiscard]] static bool oneLeavesAtMost(const std::vector<std::int64_t>& held,
                                              const std::vector<std::int64_t>& limit) {
        return std::equal(held.begin(), held.end(), limit.begin(), [](auto has, auto may) { return has <= may + 1; });
    }

    [[nodiscard]] Edits cutTo(const Observation& seen, const at::Tensor& scores,
                              const std::vector<std::int64_t>& most) {
        Edits edits = cut(seen, scores, most, m_parts.protection, kCutReason);
        // The first cut must show exact scores of everything it compared, so `scoreLowestTwo` is used only after it.
        m_cutBefore |= !edits.empty() && seen.firstLayer == 0 && seen.held.front() > most.front();
        return edits;
    }

    Composition m_parts;
    RunInfo m_run;
    std::int64_t m_promptTokens = 0;
    std::int64_t m_seen = 0;
    std::vector<std::int64_t> m_budgets;
    bool m_cutBefore = false;       ///< the first unit has been cut
    std::vector<Scored> m_waiting;  ///< layers of the prompt that wait for the budgets
};

}  // namespace

std::unique_ptr<Policy> compose(Composition composition) {
    if (composition.scorer == nullptr || composition.budget == nullptr) {
        throw std::invalid_argument("a composition needs a scorer and a budget, found only one of them");
    }
    if (composition.cutInterval < 0) {
        throw std::invalid_argument("the schedule is every " + std::to_string(composition.cutInterval) +
                                    " tokens, expected 0 (once) or more");
    }
    // A budget has no observeRows, and its numbers per slot would be those of the scorer.
    if (const Needs asked = composition.budget->needs(); asked.statistics > 0 || asked.rowBlocks || asked.reencode) {
        throw std::invalid_argument(
            "a budget asks for statistics, blocks of rows or a fresh encoding, which only scorers and policies get");
    }
    const auto clash = incompatibilityOf({composition.cutInterval, composition.scorer->onceOnly(),
                                          composition.scorer->needs().granularity == Granularity::Layer,
                                          composition.budget->perUnit()});
    if (clash) {
        throw std::invalid_argument(clash->what + ", found " + clash->found + ", expected " + clash->expected);
    }
    return std::make_unique<ComposedPolicy>(std::move(composition));
}

namespace {

class UniformBudget final : public BudgetAllocator {
 public:
    explicit UniformBudget(std::int64_t capacity) : m_capacity(std::max<std::int64_t>(1, capacity)) {}

    void begin(const RunInfo& run, const Protection& /*protection*/) override { m_layers = run.shape.layers; }
    [[nodiscard]] bool independentOfObservations() const override { return true; }
    [[nodiscard]] std::vector<std::int64_t> budgets(std::int64_t /*promptTokens*/) override {
        return std::vector<std::int64_t>(static_cast<std::size_t>(m_layers), m_capacity);
    }
    [[nodiscard]] std::unique_ptr<BudgetAllocator> clone() const override {
        return std::make_unique<UniformBudget>(*this);
    }

 private:
    std::int64_t m_capacity;
    std::int64_t m_layers = 0;
};

class OneShotBudget final : public BudgetAllocator {
 public:
    OneShotBudget(std::int64_t capacity, double removed, std::int64_t skipLayers)
        : m_capacity(capacity), m_removed(removed), m_skipLayers(skipLayers) {}

    void begin(const RunInfo& run, const Protection& protection) override {
        m_layers = run.shape.layers;
        m_recent = protection.recent;
    }
    [[nodiscard]] bool independentOfObservations() const override { return true; }
    [[nodiscard]] std::vector<std::int64_t> budgets(std::int64_t promptTokens) override {
        const std::int64_t wanted = one_shot_budget(m_capacity, m_removed, promptTokens);
        m_promptTokens = promptTokens;
        std::vector<std::int64_t> result(static_cast<std::size_t>(m_layers), std::min(wanted, promptTokens));
        std::fill_n(result.begin(), std::min(m_skipLayers, m_layers), promptTokens);
        return result;
    }
    [[nodiscard]] Report report() const override {
        Report report;
        if (m_promptTokens == 0) {
            return report;
        }
        const std::int64_t wanted = one_shot_budget(m_capacity, m_removed, m_promptTokens);
        if (wanted > m_promptTokens) {
            report.warnings.push_back(finding("capacity-above-prompt"));
        } else if (wanted < m_promptTokens && wanted <= m_recent) {
            report.warnings.push_back(finding("capacity-in-window"));
        }
        warn_of_least_budget(m_capacity, m_removed, m_promptTokens, report);
        return report;
    }
    [[nodiscard]] std::unique_ptr<BudgetAllocator> clone() const override {
        return std::make_unique<OneShotBudget>(*this);
    }

 private:
    std::int64_t m_capacity;
    double m_removed;
    std::int64_t m_skipLayers;
    std::int64_t m_layers = 0;
    std::int64_t m_recent = 0;  ///< the observation window
    std::int64_t m_promptTokens = 0;
};

}  // namespace

std::unique_ptr<BudgetAllocator> uniform_budget(std::int64_t capacity) {
    return std::make_unique<UniformBudget>(capacity);
}

std::unique_ptr<BudgetAllocator> one_shot_allocator(std::int64_t capacity, double removed, std::int64_t skipLayers) {
    return std::make_unique<OneShotBudget>(capacity, removed, skipLayers);
}

}  // namespace kvw::sdk
