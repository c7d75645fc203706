// SPDX-License-Identifier: Apache-2.0
/// The budget `pyramid` of compositions (POLICIES.md, C): the integer pyramid of PyramidKV above the protected tokens.
#include <algorithm>
#include <string>

#include "core/policy/sdk/nominal.h"
#include "core/policy/sdk/plugin.h"
#include "core/policy/sdk/pyramid.h"

namespace {

using namespace kvw::sdk;

class Pyramid final : public BudgetAllocator {
 public:
    Pyramid(std::int64_t capacity, std::int64_t beta) : m_capacity(capacity), m_beta(beta) {}

    void begin(const RunInfo& run, const Protection& protection) override {
        m_layers = run.shape.layers;
        m_promptTokens = run.promptTokens;
        m_protected = protection.sinks + protection.recent;
    }
    [[nodiscard]] bool immediate() const override { return true; }

    [[nodiscard]] std::vector<std::int64_t> budgets(std::int64_t seen) override {
        // Of a prompt that comes in chunks the length is known from the start, so the budgets stay the same.
        const std::int64_t promptTokens = std::max(seen, m_promptTokens);
        const std::int64_t base = m_capacity - m_protected;
        m_report = {};
        std::vector<std::int64_t> totals(static_cast<std::size_t>(m_layers), m_capacity);
        if (const char* reason = whyUniform(base, promptTokens); reason != nullptr) {
            m_report.warnings.push_back(std::string(reason) + ": no pyramid, every layer gets the capacity");
            return totals;
        }
        const std::vector<std::int64_t> entries = integer_pyramid({base, m_protected, promptTokens, m_layers, m_beta});
        std::transform(entries.begin(), entries.end(), totals.begin(),
                       [this](std::int64_t k) { return std::max<std::int64_t>(1, m_protected + k); });
        const std::string sum = against_nominal(totals, m_capacity * m_layers);
        if (total_of(totals) > m_capacity * m_layers) {
            m_report.warnings.push_back("the step from layer to layer is rounded down: " + sum);
        }
        m_report.notes.push_back("from " + std::to_string(totals.front()) + " tokens in the first layer to " +
                                 std::to_string(totals.back()) + " in the last; " + sum);
        return totals;
    }

    [[nodiscard]] Report report() const override { return m_report; }
    [[nodiscard]] std::unique_ptr<BudgetAllocator> clone() const override { return std::make_unique<Pyramid>(*this); }

 private:
    [[nodiscard]] const char* whyUniform(std::int64_t base, std::int64_t promptTokens) const {
        if (promptTokens <= m_capacity) {
            return "the prompt is not longer than the capacity";
        }
        if (base <= 0) {
            return "the capacity is not above the protected tokens";
        }
        if (m_layers < 2) {
            return "the model has one layer";
        }
        return promptTokens < 2 * base ? "the prompt is shorter than twice the capacity without the protected tokens"
                                       : nullptr;
    }

    std::int64_t m_capacity;
    std::int64_t m_beta;
    std::int64_t m_layers = 0;
    std::int64_t m_promptTokens = 0;
    std::int64_t m_protected = 0;
    Report m_report;
};

BudgetAllocator* create(const char* /*id*/, const Parameters& parameters) {
    return std::make_unique<Pyramid>(parameters.integer("capacity"), parameters.integer("beta")).release();
}

}  // namespace

KVW_PLUGIN(nullptr, nullptr, create)
