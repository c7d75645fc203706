// SPDX-License-Identifier: Apache-2.0
/// Budget `pyramid` of compositions (POLICIES.md, C): the integer pyramid of PyramidKV on top of the protected tokens.
#include "core/policy/kit/capacity_budget.h"
#include "core/policy/kit/nominal.h"
#include "core/policy/kit/pyramid.h"
#include "core/policy/sdk/plugin.h"

namespace {

using namespace kvw::sdk;

class Pyramid final : public CapacityBudget {
 public:
    Pyramid(std::int64_t capacity, std::int64_t beta) : CapacityBudget(capacity), m_beta(beta) {}

    [[nodiscard]] bool independentOfObservations() const override { return true; }

    [[nodiscard]] std::vector<std::int64_t> budgets(std::int64_t seen) override {
        const std::int64_t promptTokens = promptLength(seen);
        m_report = {};
        if (auto reason = whyFlat(promptTokens)) {
            m_report.warnings.push_back(finding("no-pyramid", std::move(*reason)));
            return uniform();
        }
        const std::vector<std::int64_t> ramp =
            totals(integer_pyramid({m_capacity - m_protected, m_protected, promptTokens, m_layers, m_beta}));
        const Finding sum = against_nominal(ramp, nominal());
        if (total_of(ramp) > nominal()) {
            m_report.warnings.push_back(finding("step-rounded", sum));
        } else if (ramp.front() == ramp.back()) {
            m_report.warnings.push_back(finding("no-step"));
        }
        m_report.notes.push_back(finding("pyramid", ramp.front(), ramp.back(), sum));
        return ramp;
    }

    [[nodiscard]] Report report() const override { return m_report; }
    [[nodiscard]] std::unique_ptr<BudgetAllocator> clone() const override { return std::make_unique<Pyramid>(*this); }

 private:
    [[nodiscard]] std::optional<Finding> whyFlat(std::int64_t promptTokens) const {
        if (auto reason = whyUniform(promptTokens)) {
            return reason;
        }
        if (m_layers < 2) {
            return finding("model-of-one-layer");
        }
        return promptTokens < 2 * (m_capacity - m_protected) ? std::optional(finding("prompt-within-twice"))
                                                             : std::nullopt;
    }

    std::int64_t m_beta;
    Report m_report;
};

BudgetAllocator* create(const char* /*id*/, const Parameters& parameters) {
    return std::make_unique<Pyramid>(parameters.integer("capacity"), parameters.integer("beta")).release();
}

}  // namespace

KVW_PLUGIN(nullptr, nullptr, create)
