// SPDX-License-Identifier: Apache-2.0
/// StreamingLLM with lazy pruning, slack and max-drop (POLICIES.md, sections 2 and 3). Letters as there: S sinks, W
/// recent, B bridge, C = S + W + B, R prune-interval, sigma slack, delta max-drop, T tokens held.
#include <algorithm>
#include <optional>

#include "core/policy/kit/select.h"
#include "core/policy/sdk/plugin.h"

namespace {

using namespace kvw::sdk;

constexpr const char* kReason = "C + R tokens reached";

class Streaming final : public RulePolicy {
 public:
    explicit Streaming(const Parameters& parameters) { set(parameters); }

    [[nodiscard]] Needs needs() const override { return {}; }
    [[nodiscard]] bool acceptsStreaming() const override { return true; }
    [[nodiscard]] Protection protection() const override { return {m_sinks, m_recent}; }

    void begin(const RunInfo& run) override { m_layers = run.shape.layers; }
    Edits prefillLayer(const Observation& layer) override { return prune(layer); }
    Edits step(const Observation& all) override { return prune(all); }

    [[nodiscard]] std::optional<StepRule> stepRule() const override {
        StepRule rule;
        rule.budgets.assign(static_cast<std::size_t>(m_layers), m_capacity);
        rule.every = m_interval;
        rule.maxDrop = m_maxDrop;
        rule.slack = m_slack;
        rule.sinks = m_sinks;
        rule.showsScores = false;
        rule.reason = kReason;
        return rule;
    }

    void set(const Parameters& values) override {
        m_sinks = values.integer("sinks");
        m_recent = values.integer("recent");
        m_capacity = m_sinks + m_recent + values.integer("bridge");
        m_interval = values.integer("prune-interval");
        m_slack = values.integer("slack");
        m_maxDrop = values.integer("max-drop");
    }

    [[nodiscard]] Report report() const override {
        Report report;
        if (m_interval == 0) {
            report.warnings.push_back(finding("never-prunes"));
            return report;
        }
        // A prune leaves T* <= C + sigma tokens; with max-drop 0 the slack has no effect and T* is C.
        report.budgets.assign(static_cast<std::size_t>(m_layers), m_capacity + (m_maxDrop > 0 ? m_slack : 0));
        if (m_slack > 0 && m_maxDrop == 0) {
            report.warnings.push_back(finding("no-effect-while", "slack", finding("value-is", "max-drop", 0)));
        }
        if (m_maxDrop > 0 && m_slack == 0) {
            report.warnings.push_back(finding("no-effect-while", "max-drop", finding("value-is", "slack", 0)));
        } else if (m_maxDrop >= m_interval) {
            report.warnings.push_back(finding("max-drop-large"));
        }
        if (m_maxDrop > 0 && m_maxDrop < m_interval && m_slack > m_interval - m_maxDrop) {
            report.warnings.push_back(finding("slack-large", m_interval - m_maxDrop));
        }
        if (m_slack > 0 && m_maxDrop > 0 && m_maxDrop < m_interval - m_slack) {
            report.warnings.push_back(finding("max-drop-small", m_interval - m_slack));
        }
        const std::int64_t peak = m_capacity + m_interval;
        const std::int64_t rest = target(peak);
        report.notes.push_back(peak - rest == 1 ? finding("prunes-every-token", rest, peak)
                                                : finding("prunes", rest, peak - rest, peak));
        return report;
    }

    [[nodiscard]] std::unique_ptr<Policy> clone() const override { return std::make_unique<Streaming>(*this); }

 private:
    /// Returns T*, the number of tokens that T held tokens are pruned to.
    [[nodiscard]] std::int64_t target(std::int64_t length) const {
        if (m_interval == 0 || length <= m_capacity || length - m_capacity < m_interval) {
            return length;
        }
        return m_maxDrop == 0 ? m_capacity : std::min(std::max(length - m_maxDrop, m_capacity), m_capacity + m_slack);
    }

    /// The T* that stay are the sinks and the newest tokens.
    [[nodiscard]] Edits prune(const Observation& seen) const {
        std::vector<std::int64_t> targets(seen.held.size());
        std::transform(seen.held.begin(), seen.held.end(), targets.begin(),
                       [this](std::int64_t t) { return target(t); });
        return cut_oldest(seen, targets, {m_sinks, 0}, kReason);
    }

    std::int64_t m_sinks = 0;
    std::int64_t m_recent = 0;
    std::int64_t m_capacity = 0;
    std::int64_t m_interval = 0;
    std::int64_t m_slack = 0;
    std::int64_t m_maxDrop = 0;
    std::int64_t m_layers = 0;
};

Policy* create(const char* /*id*/, const Parameters& parameters) {
    return std::make_unique<Streaming>(parameters).release();
}

}  // namespace

KVW_PLUGIN(create, nullptr, nullptr)
