// SPDX-License-Identifier: Apache-2.0
#include "plugins/cake/parts.h"

#include "core/policy/kit/capacity_budget.h"
#include "core/policy/kit/integer_step.h"
#include "core/policy/kit/units.h"
#include "core/policy/sdk/memo.h"
#include "plugins/cake/equations.h"
#include "plugins/cake/prefix_budgets.h"

namespace kvw::cake {
namespace {

using namespace kvw::sdk;

/// 5.2, over the tokens older than the `recent` protected ones.
constexpr OncePerPrompt composed_indicator("cake indicator", [](const Observation& seen, std::int64_t window,
                                                                double gamma, std::int64_t kernel,
                                                                Granularity /*decides the units*/,
                                                                std::int64_t recent) {
    const at::Tensor range = competing_slots(seen, seen.held, {0, recent});
    return pooled_indicator(RowWindow(seen, window), range, kernel, gamma, Indicator::Sum);
});

/// Scorer by the indicator. While decoding the window is one row, without a variance.
class IndicatorScorer final : public Scorer {
 public:
    explicit IndicatorScorer(const Parameters& parameters)
        : m_window(parameters.integer("window")),
          m_gamma(parameters.number("gamma")),
          m_kernel(parameters.integer("kernel")),
          m_granularity(granularity_of(parameters)) {}

    [[nodiscard]] Needs needs() const override {
        Needs needs;
        needs.granularity = m_granularity;
        needs.lastRows = m_window;
        needs.decodeRow = true;
        return needs;
    }

    void begin(const RunInfo& /*run*/, const Protection& protection) override { m_recent = protection.recent; }

    [[nodiscard]] at::Tensor score(const Observation& seen) override {
        return composed_indicator(seen, m_window, m_gamma, m_kernel, m_granularity, m_recent);
    }

    [[nodiscard]] std::unique_ptr<Scorer> clone() const override { return std::make_unique<IndicatorScorer>(*this); }

 private:
    std::int64_t m_window;
    double m_gamma;
    std::int64_t m_kernel;
    Granularity m_granularity;
    std::int64_t m_recent = 0;
};

/// Budget of each layer: p protected tokens and a share of (C - p) L by preference.
class PreferenceBudget final : public MeasuredBudget {
 public:
    explicit PreferenceBudget(const Parameters& parameters)
        : MeasuredBudget(parameters.integer("capacity"), parameters.integer("window")),
          m_tau1(parameters.number("tau1")),
          m_tau2(parameters.number("tau2")) {}

    [[nodiscard]] Report report() const override {
        Report report = MeasuredBudget::report();
        report.preference = m_measured;
        if (!m_measured.empty() && !decisive(m_measured)) {
            report.warnings.push_back(finding("preferences-indecisive"));
        }
        return report;
    }

    [[nodiscard]] std::unique_ptr<BudgetAllocator> clone() const override {
        return std::make_unique<PreferenceBudget>(*this);
    }

 private:
    [[nodiscard]] double measure(const Observation& layer, std::int64_t window) const override {
        return layer_preference(RowWindow(layer, window), m_tau1, m_tau2);
    }
    [[nodiscard]] std::vector<std::int64_t> shares(const std::vector<double>& preference,
                                                   std::int64_t promptTokens) const override {
        return totals(integer_step(real_shares(preference, shared()), shared(), promptTokens - m_protected));
    }

    double m_tau1, m_tau2;
};

}  // namespace

std::unique_ptr<Scorer> indicator_scorer(const Parameters& parameters) {
    return std::make_unique<IndicatorScorer>(parameters);
}

std::unique_ptr<BudgetAllocator> preference_budget(const Parameters& parameters) {
    return std::make_unique<PreferenceBudget>(parameters);
}

}  // namespace kvw::cake
