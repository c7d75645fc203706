// SPDX-License-Identifier: Apache-2.0
/// PyramidKV (POLICIES.md, section 9): SnapKV's score with budgets that decrease from the first layer to the last.
#include <algorithm>
#include <cmath>
#include <sstream>
#include <stdexcept>

#include "core/policy/kit/nominal.h"
#include "core/policy/kit/pyramid.h"
#include "core/policy/kit/removed_fraction.h"
#include "core/policy/kit/window_votes.h"
#include "core/policy/sdk/plugin.h"

namespace {

using namespace kvw::sdk;

class PyramidBudget final : public BudgetAllocator {
 public:
    struct Options {
        std::int64_t capacity = 0;
        double removed = 0.5;
        std::int64_t window = 32;
        double beta = 20;
        bool kvpress = false;
    };

    explicit PyramidBudget(const Options& options) : m_options(options) {}

    void begin(const RunInfo& run, const Protection& /*protection*/) override { m_layers = run.shape.layers; }
    [[nodiscard]] bool independentOfObservations() const override { return true; }

    [[nodiscard]] std::vector<std::int64_t> budgets(std::int64_t promptTokens) override {
        m_report = {};
        const std::int64_t capacity = one_shot_budget(m_options.capacity, m_options.removed, promptTokens);
        warn_of_least_budget(m_options.capacity, m_options.removed, promptTokens, m_report);
        if (promptTokens <= capacity) {
            m_report.warnings.push_back(finding("capacity-not-below-prompt"));
            return uniform(promptTokens);
        }
        std::vector<std::int64_t> totals = m_options.kvpress ? real(promptTokens) : integer(capacity, promptTokens);
        if (m_report.warnings.empty() && totals.front() == totals.back()) {
            m_report.warnings.push_back(finding("no-step-snapkv"));
        }
        m_report.notes.push_back(
            finding("pyramid", totals.front(), totals.back(), against_nominal(totals, capacity * m_layers)));
        return totals;
    }

    [[nodiscard]] Report report() const override { return m_report; }
    [[nodiscard]] std::unique_ptr<BudgetAllocator> clone() const override {
        return std::make_unique<PyramidBudget>(*this);
    }

 private:
    [[nodiscard]] std::vector<std::int64_t> uniform(std::int64_t total) const {
        return std::vector<std::int64_t>(static_cast<std::size_t>(m_layers), total);
    }

    [[nodiscard]] std::vector<std::int64_t> integer(std::int64_t capacity, std::int64_t promptTokens) {
        const std::int64_t window = m_options.window;
        const std::int64_t base = capacity - window;
        if (base <= 0) {
            m_report.warnings.push_back(finding("capacity-in-window"));
            return uniform(capacity);
        }
        if (m_layers < 2 || promptTokens < 2 * base) {
            m_report.warnings.push_back(m_layers < 2 ? finding("one-layer-no-pyramid")
                                                     : finding("short-prompt-no-pyramid"));
            return uniform(capacity);
        }
        // Any divisor above base gives the same quotient; this one fits the type.
        const auto beta = static_cast<std::int64_t>(std::min(m_options.beta, static_cast<double>(base) + 1));
        std::vector<std::int64_t> totals = integer_pyramid({base, window, promptTokens, m_layers, beta});
        std::transform(totals.begin(), totals.end(), totals.begin(), [window](std::int64_t k) { return k + window; });
        if (total_of(totals) > capacity * m_layers) {
            m_report.warnings.push_back(finding("step-rounded", against_nominal(totals, capacity * m_layers)));
        }
        return totals;
    }

    [[nodiscard]] std::vector<std::int64_t> real(std::int64_t promptTokens) {
        const double kept = m_options.capacity > 0 ? static_cast<double>(m_options.capacity)
                                                   : static_cast<double>(promptTokens) * (1.0 - m_options.removed);
        RealPyramid pyramid = real_pyramid(kept, m_options.window, promptTokens, m_layers, m_options.beta);
        if (pyramid.uniform) {
            m_report.warnings.push_back(m_layers < 2 ? finding("one-layer-no-pyramid")
                                                     : finding("pyramid-out-of-range"));
        }
        for (std::int64_t& total : pyramid.totals) {
            total = std::min(total, promptTokens);
        }
        return std::move(pyramid.totals);
    }

    Options m_options;
    std::int64_t m_layers = 0;
    Report m_report;
};

Policy* create(const char* /*id*/, const Parameters& parameters) {
    PyramidBudget::Options options;
    options.capacity = parameters.integer("capacity");
    options.removed = parameters.number("removed");
    options.window = parameters.integer("window");
    options.beta = parameters.number("beta");
    options.kvpress = parameters.text("variant") == "kvpress";
    if (!options.kvpress && options.beta != std::trunc(options.beta)) {
        std::ostringstream sentence;
        sentence << "beta is " << options.beta
                 << ", the variant factory divides whole numbers: give an integer, or take the variant kvpress";
        throw std::invalid_argument(sentence.str());
    }
    Composition parts;
    parts.scorer = std::make_unique<WindowVotes>(WindowVotes::Options::from(parameters));
    parts.budget = std::make_unique<PyramidBudget>(options);
    parts.protection.recent = options.window;
    return compose(std::move(parts)).release();
}

}  // namespace

KVW_PLUGIN(create, nullptr, nullptr)
