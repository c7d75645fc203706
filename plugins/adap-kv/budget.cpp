// SPDX-License-Identifier: Apache-2.0
#include "plugins/adap-kv/kinds.h"

#include <vector>

#include "core/policy/kit/capacity_budget.h"
#include "core/policy/kit/gini_shares.h"
#include "plugins/adap-kv/gini.h"

namespace kvw::adap {
namespace {

using namespace kvw::sdk;

class GiniBudget final : public MeasuredBudget {
 public:
    explicit GiniBudget(const Parameters& parameters)
        : MeasuredBudget(parameters.integer("capacity"), parameters.integer("window")),
          m_temperature(parameters.number("temperature")),
          m_asCoded(parameters.text("direction") == "code") {}

    [[nodiscard]] Report report() const override {
        Report report = MeasuredBudget::report();
        report.gini = m_measured;
        return report;
    }

    [[nodiscard]] std::unique_ptr<BudgetAllocator> clone() const override {
        return std::make_unique<GiniBudget>(*this);
    }

 private:
    [[nodiscard]] double measure(const Observation& layer, std::int64_t window) const override {
        return prefix_inequality(layer, window, Metric::Gini);
    }
    [[nodiscard]] std::vector<std::int64_t> shares(const std::vector<double>& gini,
                                                   std::int64_t promptTokens) const override {
        std::vector<std::int64_t> kept;
        for (const double share : gini_shares(gini, m_temperature)) {
            const double tokens =
                m_asCoded ? shared_as_coded(share, m_capacity, promptTokens) : shared_as_written(share, m_capacity);
            kept.push_back(whole_tokens(tokens, m_protected, promptTokens));
        }
        return kept;
    }

    double m_temperature;
    bool m_asCoded;
};

}  // namespace

std::unique_ptr<BudgetAllocator> gini_budget(const Parameters& parameters) {
    return std::make_unique<GiniBudget>(parameters);
}

}  // namespace kvw::adap
