// SPDX-License-Identifier: Apache-2.0
#include "plugins/cake/parts.h"

#include <algorithm>

#include "core/policy/kit/capacity_budget.h"
#include "core/policy/kit/integer_step.h"
#include "core/policy/kit/select.h"
#include "core/policy/kit/units.h"
#include "core/policy/sdk/memo.h"
#include "plugins/cake/prefix_budgets.h"
#include "plugins/cake/window_statistics.h"

namespace kvw::cake {
namespace {

using namespace kvw::sdk;

/// Scorer by mean plus gamma times variance over the last rows of a pass, pooled over the tokens older than the
/// protected recent ones, mean over the heads of a unit. While decoding the window is one row, without a variance.
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

    void begin(const RunInfo& run, const Protection& protection) override {
        m_shape = run.shape;
        m_recent = protection.recent;
    }

    [[nodiscard]] at::Tensor score(const Observation& seen) override {
        if (seen.memo == nullptr) {
            return scoreOf(seen);  // a run calls this at every step: it should not even build the name
        }
        return memoized(seen, measure_name("cake indicator", m_window, m_gamma, m_kernel, m_granularity, m_recent),
                        [&] { return scoreOf(seen); });
    }

    [[nodiscard]] std::unique_ptr<Scorer> clone() const override { return std::make_unique<IndicatorScorer>(*this); }

 private:
    [[nodiscard]] at::Tensor scoreOf(const Observation& seen) const {
        const std::int64_t window = std::min(m_window, seen.rows.size(2));
        const at::Tensor rows = seen.rows.narrow(2, seen.rows.size(2) - window, window);
        const at::Tensor values = indicator(rows, window_moments(rows, seen.workers), m_gamma);
        const at::Tensor range =
            competing_slots(seen.tokens, seen.held, seen.held, {0, m_recent}, Where::Anywhere, seen.workers);
        const at::Tensor grouped = values.unflatten(1, {seen.units(), m_shape.queryHeads / seen.units()});
        const at::Tensor pooled = pool_by_position(grouped, seen.tokens.unsqueeze(2), range.unsqueeze(2), m_kernel,
                                                   Pool::Average, Where::Anywhere, seen.workers);
        return reduce_heads(pooled.flatten(1, 2), m_shape, m_granularity, Reduce::Mean);
    }

    std::int64_t m_window;
    double m_gamma;
    std::int64_t m_kernel;
    Granularity m_granularity;
    ModelShape m_shape;
    std::int64_t m_recent = 0;
};

/// Budget of each layer: p protected tokens and a share of (C - p) L by preference.
class PreferenceBudget final : public CapacityBudget {
 public:
    explicit PreferenceBudget(const Parameters& parameters)
        : CapacityBudget(parameters.integer("capacity")),
          m_window(parameters.integer("window")),
          m_tau1(parameters.number("tau1")),
          m_tau2(parameters.number("tau2")) {}

    [[nodiscard]] Needs needs() const override {
        Needs needs;
        needs.lastRows = m_window;
        return needs;
    }

    void begin(const RunInfo& run, const Protection& protection) override {
        CapacityBudget::begin(run, protection);
        m_preference.clear();
        m_promptTokens = 0;
    }

    void observeLayer(const Observation& layer, const at::Tensor& /*scores*/) override {
        m_promptTokens = layer.seen;
        if (whyUniform(layer.seen)) {
            return;
        }
        const std::int64_t window = std::max<std::int64_t>(1, std::min(m_window, layer.seen - 1));
        const at::Tensor rows = layer.rows.narrow(2, layer.rows.size(2) - window, window);
        const auto moments = [&] { return window_moments(rows, layer.workers); };
        m_preference.push_back(prompt_statistics(layer, rows, moments).preference(m_tau1, m_tau2));
    }

    [[nodiscard]] std::vector<std::int64_t> budgets(std::int64_t promptTokens) override {
        if (whyUniform(m_promptTokens)) {
            return uniform();
        }
        return totals(integer_step(real_shares(m_preference, shared()), shared(), promptTokens - m_protected));
    }

    [[nodiscard]] Report report() const override {
        Report report;
        report.preference = m_preference;
        if (!m_preference.empty() && !decisive(m_preference)) {
            report.warnings.push_back(finding("preferences-indecisive"));
        }
        if (m_capacity <= m_protected) {
            report.warnings.push_back(finding("layers-equal"));
        }
        return report;
    }

    [[nodiscard]] std::unique_ptr<BudgetAllocator> clone() const override {
        return std::make_unique<PreferenceBudget>(*this);
    }

 private:
    std::int64_t m_window;
    double m_tau1, m_tau2;
    std::int64_t m_promptTokens = 0;
    std::vector<double> m_preference;
};

}  // namespace

std::unique_ptr<Scorer> indicator_scorer(const Parameters& parameters) {
    return std::make_unique<IndicatorScorer>(parameters);
}

std::unique_ptr<BudgetAllocator> preference_budget(const Parameters& parameters) {
    return std::make_unique<PreferenceBudget>(parameters);
}

}  // namespace kvw::cake
