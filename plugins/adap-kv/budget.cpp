// SPDX-License-Identifier: Apache-2.0
#include "plugins/adap-kv/budget.h"

#include <algorithm>
#include <string>

#include "core/policy/kit/capacity_budget.h"
#include "core/policy/kit/gini_shares.h"
#include "plugins/adap-kv/gini.h"

namespace kvw::adap {
namespace {

using namespace kvw::sdk;

class GiniBudget final : public CapacityBudget {
 public:
    explicit GiniBudget(const Parameters& parameters)
        : CapacityBudget(parameters.integer("capacity")),
          m_window(parameters.integer("window")),
          m_temperature(parameters.number("temperature")),
          m_asCoded(parameters.text("direction") == "code") {}

    [[nodiscard]] Needs needs() const override {
        Needs needs;
        needs.lastRows = m_window;
        return needs;
    }

    void begin(const RunInfo& run, const Protection& protection) override {
        CapacityBudget::begin(run, protection);
        m_promptTokens = 0;
        m_gini.clear();
    }

    void observeLayer(const Observation& layer, const at::Tensor& /*scores*/) override {
        m_promptTokens = layer.seen;
        if (!whyUniform(layer.seen)) {
            const std::int64_t window = std::max<std::int64_t>(1, std::min(m_window, layer.seen - 1));
            m_gini.push_back(prefix_inequality(layer, window, Metric::Gini));
        }
    }

    [[nodiscard]] std::vector<std::int64_t> budgets(std::int64_t promptTokens) override {
        if (whyUniform(m_promptTokens)) {
            return uniform();
        }
        std::vector<std::int64_t> kept;
        for (const double share : gini_shares(m_gini, m_temperature)) {
            const double tokens =
                m_asCoded ? shared_as_coded(share, m_capacity, promptTokens) : shared_as_written(share, m_capacity);
            kept.push_back(whole_tokens(tokens, m_protected, promptTokens));
        }
        return kept;
    }

    [[nodiscard]] Report report() const override {
        Report report;
        report.gini = m_gini;
        if (m_capacity <= m_protected) {
            report.warnings.push_back(finding("layers-equal"));
        }
        return report;
    }

    [[nodiscard]] std::unique_ptr<BudgetAllocator> clone() const override {
        return std::make_unique<GiniBudget>(*this);
    }

 private:
    std::int64_t m_window;
    double m_temperature;
    bool m_asCoded;
    std::int64_t m_promptTokens = 0;
    std::vector<double> m_gini;
};

}  // namespace

std::unique_ptr<BudgetAllocator> gini_budget(const Parameters& parameters) {
    return std::make_unique<GiniBudget>(parameters);
}

}  // namespace kvw::adap
