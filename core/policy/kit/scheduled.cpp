// SPDX-License-Identifier: Apache-2.0
#include "core/policy/kit/scheduled.h"

#include <algorithm>
#include <stdexcept>

#include "core/policy/kit/removed_fraction.h"
#include "core/policy/kit/select.h"

namespace kvw::sdk {
namespace {

struct Settings {
    std::int64_t capacity = 0;
    double removed = 0;
    std::int64_t skipLayers = 0;
    bool everyStep = false;
    Protection protection;
};

Settings settings(const Parameters& parameters) {
    const auto optional = [&](const char* name) { return parameters.has(name) ? parameters.integer(name) : 0; };
    Settings result;
    result.capacity = parameters.integer("capacity");
    result.removed = parameters.number("removed");
    result.skipLayers = optional("skip-layers");
    result.everyStep = parameters.has("schedule") && parameters.text("schedule") == "every-step";
    result.protection = {parameters.integer("sinks"), optional("recent")};
    if (result.everyStep && result.capacity < 1) {
        throw std::invalid_argument("the schedule every-step needs a capacity above 0, found " +
                                    std::to_string(result.capacity));
    }
    return result;
}

class ScheduledBudget final : public BudgetAllocator {
 public:
    explicit ScheduledBudget(const Settings& settings) : m_settings(settings) {}

    void begin(const RunInfo& run, const Protection& /*protection*/) override { m_layers = run.shape.layers; }
    [[nodiscard]] bool independentOfObservations() const override { return true; }
    [[nodiscard]] std::vector<std::int64_t> budgets(std::int64_t promptTokens) override {
        m_promptTokens = promptTokens;
        // With the schedule once the cache grows after the cut, so the report shows what the prompt leaves.
        const std::int64_t others = m_settings.everyStep ? m_settings.capacity : std::min(wanted(), promptTokens);
        const std::int64_t skipped = m_settings.everyStep ? kUnlimited : promptTokens;
        std::vector<std::int64_t> result(static_cast<std::size_t>(m_layers), others);
        std::fill_n(result.begin(), std::min(m_settings.skipLayers, m_layers), skipped);
        return result;
    }
    [[nodiscard]] Report report() const override {
        Report report;
        if (m_promptTokens == 0) {
            return report;
        }
        const bool roomy = !m_settings.everyStep && wanted() >= m_promptTokens;
        const std::int64_t safe = m_settings.protection.sinks + m_settings.protection.recent;
        if (m_settings.skipLayers >= m_layers) {
            report.warnings.push_back(finding("skips-every-layer"));
        } else if (roomy && wanted() > m_promptTokens) {
            report.warnings.push_back(finding("capacity-above-prompt"));
        } else if (!roomy && wanted() <= safe) {
            report.warnings.push_back(finding("protected-take-budget"));
        }
        warn_of_least_budget(m_settings.capacity, m_settings.removed, m_promptTokens, report);
        return report;
    }
    [[nodiscard]] std::unique_ptr<BudgetAllocator> clone() const override {
        return std::make_unique<ScheduledBudget>(*this);
    }

 private:
    [[nodiscard]] std::int64_t wanted() const {
        return one_shot_budget(m_settings.capacity, m_settings.removed, m_promptTokens);
    }
    Settings m_settings;
    std::int64_t m_layers = 0;
    std::int64_t m_promptTokens = 0;
};

void retune(const Parameters& values, Composition& parts) {
    const Settings changed = settings(values);
    if (!changed.everyStep) {
        throw std::invalid_argument(
            "with the schedule once the parameters act on the prompt, expected every-step for a change while decoding");
    }
    parts.budget = std::make_unique<ScheduledBudget>(changed);
    parts.protection = changed.protection;
}

}  // namespace

Composition scheduled(std::unique_ptr<Scorer> scorer, const Parameters& parameters) {
    const Settings chosen = settings(parameters);
    Composition parts;
    parts.scorer = std::move(scorer);
    parts.budget = std::make_unique<ScheduledBudget>(chosen);
    parts.protection = chosen.protection;
    parts.cutInterval = chosen.everyStep ? 1 : 0;
    parts.retune = retune;
    return parts;
}

}  // namespace kvw::sdk
