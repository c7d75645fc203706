// SPDX-License-Identifier: Apache-2.0
/// Budget allocators that several policies share.
#include <algorithm>

#include "core/policy/kit/removed_fraction.h"
#include "core/policy/kit/select.h"
#include "core/policy/sdk/compose.h"

namespace kvw::sdk {
namespace {

class UniformBudget final : public BudgetAllocator {
 public:
    explicit UniformBudget(std::int64_t capacity) : m_capacity(std::max<std::int64_t>(1, capacity)) {}

    void begin(const RunInfo& run, const Protection& /*protection*/) override { m_layers = run.shape.layers; }
    [[nodiscard]] bool independentOfObservations() const override { return true; }
    [[nodiscard]] std::vector<std::int64_t> budgets(std::int64_t /*promptTokens*/) override {
        return std::vector<std::int64_t>(static_cast<std::size_t>(m_layers), m_capacity);
    }
    [[nodiscard]] std::unique_ptr<BudgetAllocator> clone() const override {
        return std::make_unique<UniformBudget>(*this);
    }

 private:
    std::int64_t m_capacity;
    std::int64_t m_layers = 0;
};

class OneShotBudget final : public BudgetAllocator {
 public:
    OneShotBudget(std::int64_t capacity, double removed, std::int64_t skipLayers)
        : m_capacity(capacity), m_removed(removed), m_skipLayers(skipLayers) {}

    void begin(const RunInfo& run, const Protection& protection) override {
        m_layers = run.shape.layers;
        m_recent = protection.recent;
    }
    [[nodiscard]] bool independentOfObservations() const override { return true; }
    [[nodiscard]] std::vector<std::int64_t> budgets(std::int64_t promptTokens) override {
        const std::int64_t wanted = one_shot_budget(m_capacity, m_removed, promptTokens);
        m_promptTokens = promptTokens;
        std::vector<std::int64_t> result(static_cast<std::size_t>(m_layers), std::min(wanted, promptTokens));
        std::fill_n(result.begin(), std::min(m_skipLayers, m_layers), promptTokens);
        return result;
    }
    [[nodiscard]] Report report() const override {
        Report report;
        if (m_promptTokens == 0) {
            return report;
        }
        const std::int64_t wanted = one_shot_budget(m_capacity, m_removed, m_promptTokens);
        if (wanted > m_promptTokens) {
            report.warnings.push_back(finding("capacity-above-prompt"));
        } else if (wanted < m_promptTokens && wanted <= m_recent) {
            report.warnings.push_back(finding("capacity-in-window"));
        }
        warn_of_least_budget(m_capacity, m_removed, m_promptTokens, report);
        return report;
    }
    [[nodiscard]] std::unique_ptr<BudgetAllocator> clone() const override {
        return std::make_unique<OneShotBudget>(*this);
    }

 private:
    std::int64_t m_capacity;
    double m_removed;
    std::int64_t m_skipLayers;
    std::int64_t m_layers = 0;
    std::int64_t m_recent = 0;  ///< the observation window
    std::int64_t m_promptTokens = 0;
};

}  // namespace

std::unique_ptr<BudgetAllocator> uniform_budget(std::int64_t capacity) {
    return std::make_unique<UniformBudget>(capacity);
}

std::unique_ptr<BudgetAllocator> one_shot_allocator(std::int64_t capacity, double removed, std::int64_t skipLayers) {
    return std::make_unique<OneShotBudget>(capacity, removed, skipLayers);
}

}  // namespace kvw::sdk
