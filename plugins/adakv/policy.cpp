// SPDX-License-Identifier: Apache-2.0
/// AdaKV (POLICIES.md, section 10): SnapKV's score with a budget per head: the heads of a layer share its budget by the
/// number of entries that each has among the layer's best scores. A policy rather than scorer x budget, because the
/// budgets of a layer are known once it is read: each layer is cut at once, and only one is ever full.
#include <algorithm>

#include "core/policy/kit/competing_scores.h"
#include "core/policy/kit/headwise.h"
#include "core/policy/kit/removed_fraction.h"
#include "core/policy/kit/window_votes.h"
#include "core/policy/sdk/plugin.h"

namespace {

using namespace kvw::sdk;

class AdaKv final : public Policy {
 public:
    explicit AdaKv(const Parameters& parameters)
        : m_scorer(WindowVotes::Options::from(parameters)),
          m_capacity(parameters.integer("capacity")),
          m_removed(parameters.number("removed")),
          m_protection{0, parameters.integer("window")},
          m_sharing(HeadSharing::from(parameters)),
          m_normalise(parameters.flag("normalise")) {}

    [[nodiscard]] Needs needs() const override {
        Needs needs = m_scorer.needs();
        needs.decodeRow = false;
        return needs;
    }
    [[nodiscard]] Protection protection() const override { return m_protection; }

    void begin(const RunInfo& run) override {
        m_scorer.begin(run, m_protection);
        m_budgets.clear();
        m_promptTokens = 0;
    }

    Edits prefillLayer(const Observation& layer) override {
        m_promptTokens = layer.seen;
        const std::int64_t capacity = effectiveCapacity();
        if (layer.seen <= capacity) {
            return {};
        }
        constexpr const char* kReason = "more tokens than the head's budget";
        if (capacity <= window()) {
            m_budgets.insert(m_budgets.end(), static_cast<std::size_t>(layer.units()), capacity);
            return cut_oldest(layer, {capacity}, m_protection, kReason);
        }
        const at::Tensor scores = m_scorer.score(layer);
        const std::vector<std::int64_t> budgets = shared(scores, layer, capacity);
        m_budgets.insert(m_budgets.end(), budgets.begin(), budgets.end());
        return cut(layer, scores, budgets, m_protection, kReason);
    }

    [[nodiscard]] Report report() const override;
    [[nodiscard]] std::unique_ptr<Policy> clone() const override { return std::make_unique<AdaKv>(*this); }

 private:
    [[nodiscard]] std::int64_t window() const { return m_protection.recent; }
    [[nodiscard]] std::int64_t effectiveCapacity() const {
        return one_shot_budget(m_capacity, m_removed, m_promptTokens);
    }

    /// Returns the totals per head, window included.
    [[nodiscard]] std::vector<std::int64_t> shared(const at::Tensor& scores, const Observation& layer,
                                                   std::int64_t capacity) const {
        HeadScores<double> heads = competing_scores<double>(scores, layer, m_protection);
        if (m_normalise && !m_sharing.kvpress) {
            weigh_by_best_share(heads, capacity - window());
        }
        std::vector<std::int64_t> totals = shared_entries(std::move(heads), capacity, window(), m_sharing);
        std::transform(totals.begin(), totals.end(), totals.begin(), [this](std::int64_t n) { return n + window(); });
        return totals;
    }

    WindowVotes m_scorer;
    std::int64_t m_capacity;
    double m_removed;
    Protection m_protection;
    HeadSharing m_sharing;
    bool m_normalise;
    std::int64_t m_promptTokens = 0;
    std::vector<std::int64_t> m_budgets;  ///< per head of the layers read so far
};

Report AdaKv::report() const {
    Report report;
    if (m_promptTokens == 0) {
        return report;
    }
    const std::int64_t capacity = effectiveCapacity();
    warn_of_least_budget(m_capacity, m_removed, m_promptTokens, report);
    if (m_promptTokens <= capacity) {
        report.warnings.push_back(finding("capacity-not-below-prompt"));
        return report;
    }
    report.budgets = m_budgets;
    report.budgetsPerUnit = true;
    if (capacity <= window()) {
        report.warnings.push_back(finding("capacity-in-window"));
        return report;
    }
    report_shared(report, m_budgets, capacity, window(), m_sharing);
    return report;
}

Policy* create(const char* /*id*/, const Parameters& parameters) {
    return std::make_unique<AdaKv>(parameters).release();
}

}  // namespace

KVW_PLUGIN(create, nullptr, nullptr)
