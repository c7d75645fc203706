// SPDX-License-Identifier: Apache-2.0
/// Budget `pyramid` of compositions (POLICIES.md, C): the integer pyramid of PyramidKV on top of the protected tokens.
#include <algorithm>
#include <string>

#include "core/policy/kit/capacity_budget.h"
#include "core/policy/kit/nominal.h"
#include "core/policy/kit/pyramid.h"
#include "core/policy/sdk/plugin.h"

namespace {

using namespace kvw::sdk;

class Pyramid final : public CapacityBudget {
 public:
    Pyramid(std::int64_t capacity, std::int64_t beta) : CapacityBudget(capacity), m_beta(beta) {}

    void begin(const RunInfo& run, const Protection& protection) override {
        CapacityBudget::begin(run, protection);
        m_promptTokens = run.promptTokens;
    }
    [[nodiscard]] bool independentOfObservations() const override { return true; }

    [[nodiscard]] std::vector<std::int64_t> budgets(std::int64_t seen) override {
        // The length of a chunked prompt is known from the start, so all chunks get the same budgets.
        const std::int64_t promptTokens = std::max(seen, m_promptTokens);
        m_report = {};
        if (const char* reason = whyFlat(promptTokens); reason != nullptr) {
            m_report.warnings.push_back(std::string(reason) + ": no pyramid, every layer gets the capacity");
            return uniform();
        }
        const std::vector<std::int64_t> ramp =
            totals(integer_pyramid({m_capacity - m_protected, m_protected, promptTokens, m_layers, m_beta}));
        const std::string sum = against_nominal(ramp, nominal());
        if (total_of(ramp) > nominal()) {
            m_report.warnings.push_back("the step from layer to layer is rounded down: " + sum);
        } else if (ramp.front() == ramp.back()) {
            m_report.warnings.emplace_back(
                "beta and capacity leave no step between the layers: every layer gets the same");
        }
        m_report.notes.push_back("from " + std::to_string(ramp.front()) + " tokens in the first layer to " +
                                 std::to_string(ramp.back()) + " in the last; " + sum);
        return ramp;
    }

    [[nodiscard]] Report report() const override { return m_report; }
    [[nodiscard]] std::unique_ptr<BudgetAllocator> clone() const override { return std::make_unique<Pyramid>(*this); }

 private:
    [[nodiscard]] const char* whyFlat(std::int64_t promptTokens) const {
        if (const char* reason = whyUniform(promptTokens); reason != nullptr) {
            return reason;
        }
        if (m_layers < 2) {
            return "the model has one layer";
        }
        return promptTokens < 2 * (m_capacity - m_protected)
                   ? "the prompt is shorter than twice the capacity without the protected tokens"
                   : nullptr;
    }

    std::int64_t m_beta;
    std::int64_t m_promptTokens = 0;
    Report m_report;
};

BudgetAllocator* create(const char* /*id*/, const Parameters& parameters) {
    return std::make_unique<Pyramid>(parameters.integer("capacity"), parameters.integer("beta")).release();
}

}  // namespace

KVW_PLUGIN(nullptr, nullptr, create)
