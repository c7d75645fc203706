// SPDX-License-Identifier: Apache-2.0
/// Sliding window with re-computation: the newest W tokens, encoded again at every step. This policy only selects them;
/// the engine encodes (Needs::reencode).
#include "core/policy/kit/select.h"
#include "core/policy/sdk/plugin.h"

namespace {

using namespace kvw::sdk;

class WindowRecompute final : public Policy {
 public:
    explicit WindowRecompute(const Parameters& parameters) { set(parameters); }

    [[nodiscard]] Needs needs() const override {
        Needs needs;
        needs.reencode = true;
        return needs;
    }
    [[nodiscard]] bool acceptsStreaming() const override { return true; }
    [[nodiscard]] Protection protection() const override { return {0, m_window}; }

    void begin(const RunInfo& run) override {
        m_layers = run.shape.layers;
        m_prompt = run.promptTokens;
    }
    Edits prefillLayer(const Observation& layer) override { return slide(layer); }
    Edits step(const Observation& all) override { return slide(all); }

    void set(const Parameters& values) override { m_window = values.integer("window"); }

    [[nodiscard]] Report report() const override {
        Report report;
        report.budgets.assign(static_cast<std::size_t>(m_layers), m_window);
        if (m_window >= m_prompt) {
            report.warnings.push_back(finding("window-holds-prompt", m_window));
        }
        report.notes.push_back(finding("recomputes", m_window, m_window, m_window - 1));
        return report;
    }

    [[nodiscard]] std::unique_ptr<Policy> clone() const override { return std::make_unique<WindowRecompute>(*this); }

 private:
    [[nodiscard]] Edits slide(const Observation& seen) const {
        return cut_oldest(seen, {m_window}, {}, "older than the window");
    }

    std::int64_t m_window = 0;
    std::int64_t m_layers = 0;
    std::int64_t m_prompt = 0;
};

Policy* create(const char* /*id*/, const Parameters& parameters) {
    return std::make_unique<WindowRecompute>(parameters).release();
}

}  // namespace

KVW_PLUGIN(create, nullptr, nullptr)
