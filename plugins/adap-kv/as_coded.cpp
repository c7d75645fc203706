// SPDX-License-Identifier: Apache-2.0
#include "plugins/adap-kv/kinds.h"

#include <algorithm>

#include "plugins/adap-kv/settings.h"
#include "plugins/adap-kv/shares.h"

namespace kvw::adap {
namespace {

using namespace kvw::sdk;

/// Rule 6b: once, after the last layer of the prompt, a layer keeps the int(S (1 - r softmax(-G) L)) tokens with the
/// smallest keys.
class AsCoded final : public Policy {
 public:
    explicit AsCoded(const Parameters& parameters)
        : m_settings(parameters), m_window(parameters.integer("gini-window")), m_metric(metric_of(parameters)) {}

    [[nodiscard]] Needs needs() const override {
        Needs needs;
        needs.granularity = Granularity::KvHead;
        needs.lastRows = m_window;
        needs.rawKeys = true;
        return needs;
    }
    [[nodiscard]] Protection protection() const override { return m_settings.protection; }

    void begin(const RunInfo& /*run*/) override {
        m_layers.clear();
        m_budgets = {};
    }

    Edits prefillLayer(const Observation& layer) override {
        m_prompt = layer.seen;
        m_budgets.gini.push_back(prefix_inequality(layer, std::min(m_window, layer.seen - 1), m_metric));
        m_layers.push_back({held_in(layer), smallness(layer)});
        return {};
    }

    Edits prefillEnd() override {
        m_budgets.share(m_settings, m_prompt,
                        [&](double share) { return kept_as_coded(share, m_settings.removed, m_prompt); });
        Edits edits;
        for (std::size_t l = 0; l < m_layers.size(); ++l) {
            const auto& [layer, scores] = m_layers[l];
            for (Edit& edit : cut(layer, scores, {m_budgets.budgets[l]}, m_settings.protection, kReason)) {
                edits.push_back(std::move(edit));
            }
        }
        m_layers.clear();
        return edits;
    }

    void set(const Parameters& values) override { m_tuned = !(Settings(values) == m_settings); }

    [[nodiscard]] Report report() const override {
        Report report = m_budgets.report(m_settings, m_metric, m_prompt);
        if (m_tuned) {
            report.warnings.push_back(sdk::finding("code-decides-once"));
        }
        return report;
    }

    [[nodiscard]] std::unique_ptr<Policy> clone() const override { return std::make_unique<AsCoded>(*this); }

 private:
    struct Scored {
        Observation layer;
        at::Tensor scores;
    };

    /// Returns -|k| per KV head and slot, [1, kv_heads, slots] f64; rawKeys are ordered by token. Head by head, to keep
    /// temporaries small.
    [[nodiscard]] static at::Tensor smallness(const Observation& layer) {
        std::vector<at::Tensor> heads;
        for (const at::Tensor& head : layer.rawKeys.split(1, 1)) {
            heads.push_back(sum_in_order(head.to(at::kDouble).square_(), -1).sqrt().neg());
        }
        return at::cat(heads, 1).gather(-1, layer.tokens.clamp_min(0));
    }

    Settings m_settings;
    std::int64_t m_window;
    Metric m_metric;
    std::int64_t m_prompt = 0;
    std::vector<Scored> m_layers;  ///< layers of the prompt, while it is read
    LayerBudgets m_budgets;
    bool m_tuned = false;
};

}  // namespace

std::unique_ptr<Policy> as_coded(const Parameters& parameters) {
    return std::make_unique<AsCoded>(parameters);
}

}  // namespace kvw::adap
