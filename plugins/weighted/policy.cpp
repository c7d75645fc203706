// SPDX-License-Identifier: Apache-2.0
/// Budget `weighted` of compositions (POLICIES.md, C): layers share the total by given weights.
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "core/policy/kit/capacity_budget.h"
#include "core/policy/kit/integer_step.h"
#include "core/policy/kit/nominal.h"
#include "core/policy/sdk/plugin.h"

namespace {

using namespace kvw::sdk;

class WeightedBudget final : public CapacityBudget {
 public:
    /// `weights`: one per layer; empty: equal ones.
    WeightedBudget(std::int64_t capacity, const std::vector<std::int64_t>& weights)
        : CapacityBudget(capacity), m_weights(weights.begin(), weights.end()) {}

    void begin(const RunInfo& run, const Protection& protection) override {
        CapacityBudget::begin(run, protection);
        if (!m_weights.empty() && std::ssize(m_weights) != m_layers) {
            throw std::invalid_argument("there are " + std::to_string(m_weights.size()) + " weights for " +
                                        std::to_string(m_layers) + " layers: give one for each");
        }
    }
    [[nodiscard]] bool independentOfObservations() const override { return true; }

    [[nodiscard]] std::vector<std::int64_t> budgets(std::int64_t seen) override {
        const std::int64_t promptTokens = promptLength(seen);
        m_report = {};
        if (auto reason = whyUniform(promptTokens)) {
            if (!m_weights.empty()) {
                m_report.warnings.push_back(finding("nothing-weighed", std::move(*reason)));
            }
            return uniform();
        }
        const std::vector<double> weights =
            m_weights.empty() ? std::vector<double>(static_cast<std::size_t>(m_layers), 1.0) : m_weights;
        const std::vector<std::int64_t> shares =
            totals(integer_step(real_shares(weights, shared()), shared(), promptTokens - m_protected));
        const Finding sum = against_nominal(shares, nominal());
        if (total_of(shares) != nominal()) {
            m_report.warnings.push_back(finding("drawn-limited", sum));
        }
        m_report.notes.push_back(sum);
        return shares;
    }

    [[nodiscard]] Report report() const override { return m_report; }
    [[nodiscard]] std::unique_ptr<BudgetAllocator> clone() const override {
        return std::make_unique<WeightedBudget>(*this);
    }

 private:
    std::vector<double> m_weights;
    Report m_report;
};

BudgetAllocator* create(const char* /*id*/, const Parameters& parameters) {
    return std::make_unique<WeightedBudget>(
               parameters.integer("capacity"),
               parameters.isAuto("weights") ? std::vector<std::int64_t>() : parameters.integers("weights"))
        .release();
}

}  // namespace

KVW_PLUGIN(nullptr, nullptr, create)
