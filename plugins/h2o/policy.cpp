// SPDX-License-Identifier: Apache-2.0
/// H2O, real-drop rule (POLICIES.md, section 16): keeps the heavy hitters, which have the most attention mass over all
/// queries so far, and the newest tokens. Also the scorer `h2o-mass` of compositions.
#include <algorithm>
#include <optional>

#include "core/policy/kit/select.h"
#include "core/policy/kit/units.h"
#include "core/policy/sdk/plugin.h"

namespace {

using namespace kvw::sdk;

/// Scorer by accumulated attention. statistics[0]: the running column sum of each unit.
class MassScorer final : public RuleScorer {
 public:
    MassScorer(Granularity granularity, bool perObserver, std::int64_t firstRow)
        : m_granularity(granularity), m_perObserver(perObserver), m_firstRow(firstRow) {}

    [[nodiscard]] Needs needs() const override {
        Needs needs;
        needs.granularity = m_granularity;
        needs.columnSums = true;
        needs.decodeRow = true;
        needs.statistics = 1;
        return needs;
    }
    [[nodiscard]] bool acceptsStreaming() const override { return true; }

    [[nodiscard]] at::Tensor score(const Observation& seen) override {
        // A policy that takes over a cache starts in mid-text. After tuning a decode step may come first: m_firstRow is
        // then that of the scorer before.
        if (seen.prefill && (m_firstRow < 0 || seen.seen == seen.passTokens)) {
            m_firstRow = seen.seen - seen.passTokens;
        }
        const at::Tensor added = seen.columnSums.defined() ? seen.columnSums : newest_row(seen);
        at::Tensor mass = seen.statistics.select(0, 0);
        mass.add_(reduce_heads(seen, added, Reduce::Mean));
        if (!m_perObserver) {
            return mass.clone();
        }
        // A held token was seen by every row since its own, seen - token of them, minus the rows before the first that
        // was summed.
        at::Tensor observers = seen.tokens.neg().add_(seen.seen);
        if (m_firstRow > 0) {
            observers.clamp_max_(seen.seen - m_firstRow);
        }
        return mass.div(observers);
    }

    [[nodiscard]] std::optional<StepScore> stepScore() const override {
        return StepScore{StepScore::Kind::Mass, m_perObserver, std::max<std::int64_t>(m_firstRow, 0), 0};
    }
    [[nodiscard]] std::unique_ptr<Scorer> clone() const override { return std::make_unique<MassScorer>(*this); }
    [[nodiscard]] std::int64_t firstRow() const noexcept { return m_firstRow; }

 private:
    Granularity m_granularity;
    bool m_perObserver;
    std::int64_t m_firstRow;  ///< first row that was summed; -1: none yet
};

std::unique_ptr<Scorer> makeScorer(const Parameters& parameters, std::int64_t firstRow = -1) {
    return std::make_unique<MassScorer>(granularity_of(parameters), parameters.text("normalise") == "observers",
                                        firstRow);
}

void tune(const Parameters& parameters, Composition& parts) {
    const std::int64_t total = parameters.integer("heavy") + parameters.integer("recent");
    // The sums continue, so the new scorer needs their first row.
    const auto* before = dynamic_cast<const MassScorer*>(parts.scorer.get());
    parts.scorer = makeScorer(parameters, before == nullptr ? -1 : before->firstRow());
    parts.budget = uniform_budget(total);
    parts.protection.recent = parameters.integer("recent");
    parts.warnings.clear();
    if (total == 0) {
        parts.warnings.push_back(finding("budget-of-one"));
    }
}

Policy* createPolicy(const char* /*id*/, const Parameters& parameters) {
    Composition parts;
    tune(parameters, parts);
    parts.cutInterval = 1;
    parts.retune = tune;
    return compose(std::move(parts)).release();
}

Scorer* createScorer(const char* /*id*/, const Parameters& parameters) {
    return makeScorer(parameters).release();
}

}  // namespace

KVW_PLUGIN(createPolicy, createScorer, nullptr)
