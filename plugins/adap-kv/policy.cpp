// SPDX-License-Identifier: Apache-2.0
/// Adap-KV (POLICIES.md, section 6): the Gini coefficient of a layer's attention decides how much of the cache it
/// keeps. The thesis (every step, diffuse layers keep more) and its author's code (once, diffuse layers keep less) are
/// two algorithms. Also the budget `adap-gini` of compositions.
#include <algorithm>
#include <cmath>
#include <string>

#include "core/policy/sdk/gini_shares.h"
#include "core/policy/sdk/plugin.h"
#include "core/policy/sdk/select.h"
#include "plugins/adap-kv/budget.h"
#include "plugins/adap-kv/gini.h"
#include "plugins/adap-kv/shares.h"

namespace {

using namespace kvw::sdk;
using namespace kvw::adap;
using Counts = std::vector<std::int64_t>;

constexpr const char* kReason = "more tokens than the layer's share";
constexpr const char* kClamped = "the share of a layer leaves it no token: it keeps the least allowed";

/// "all layers together: 4272 tokens, nominal 4096"
std::string together(const Counts& budgets, double nominal) {
    std::int64_t sum = 0;
    for (const std::int64_t budget : budgets) {
        sum += budget;
    }
    return "all layers together: " + std::to_string(sum) + " tokens, nominal " +
           std::to_string(static_cast<std::int64_t>(std::nearbyint(nominal)));
}

struct Settings {
    double removed = 0.5;
    Protection protection;

    explicit Settings(const Parameters& values)
        : removed(values.number("removed")), protection{values.integer("sinks"), values.integer("recent")} {}
    [[nodiscard]] std::int64_t isProtected() const { return protection.sinks + protection.recent; }
    [[nodiscard]] bool operator==(const Settings& other) const {
        return removed == other.removed && protection.sinks == other.protection.sinks &&
               protection.recent == other.protection.recent;
    }
};

/// 6a. At every decode step a layer keeps round(softmax(-G) L (1 - r) N) of the N tokens seen, by the current row.
class AsWritten final : public Policy {
 public:
    explicit AsWritten(const Parameters& parameters) : m_settings(parameters) {}

    [[nodiscard]] Needs needs() const override {
        Needs needs;
        needs.granularity = Granularity::Layer;
        needs.decodeRow = true;
        return needs;
    }
    [[nodiscard]] Protection protection() const override { return m_settings.protection; }

    void begin(const RunInfo& run) override {
        m_shape = run.shape;
        m_gini.clear();
        m_budgets.clear();
        m_clamped = false;
    }

    Edits step(const Observation& all) override {
        const at::Tensor row = reduce_heads(newest_row(all), m_shape, Granularity::Layer, Reduce::Mean);
        // The one read-back: how much is kept depends on the row, and the engine wants counts. One number per layer.
        const at::Tensor unequal = gini(row.squeeze(1), all.held).cpu();
        m_gini.assign(unequal.const_data_ptr<double>(), unequal.const_data_ptr<double>() + unequal.numel());
        m_seen = all.seen;
        m_budgets.clear();
        for (const double share : gini_shares(m_gini)) {
            const double kept = kept_as_written(share, m_settings.removed, all.seen);
            m_clamped = m_clamped || (kept < 1 && all.seen > 1);
            m_budgets.push_back(whole_tokens(kept, m_settings.isProtected(), all.seen));
        }
        Edit edit;
        edit.evict = select_evicted(row, all.tokens, all.held, m_budgets, m_settings.protection);
        if (!edit.evict.defined()) {
            return {};
        }
        edit.scores = row;
        edit.reason = kReason;
        Edits edits;
        edits.push_back(std::move(edit));
        return edits;
    }

    void set(const Parameters& values) override { m_settings = Settings(values); }

    [[nodiscard]] Report report() const override {
        Report report;
        report.budgets = m_budgets;
        report.gini = m_gini;
        if (m_clamped) {
            report.warnings.emplace_back(kClamped);
        }
        if (!m_budgets.empty()) {
            report.notes.push_back(together(m_budgets, (1.0 - m_settings.removed) * static_cast<double>(m_seen) *
                                                           static_cast<double>(m_budgets.size())));
        }
        return report;
    }

    [[nodiscard]] std::unique_ptr<Policy> clone() const override { return std::make_unique<AsWritten>(*this); }

 private:
    Settings m_settings;
    bool m_clamped = false;
    ModelShape m_shape;
    std::int64_t m_seen = 0;
    std::vector<double> m_gini;
    Counts m_budgets;
};

/// 6b. Once, after the last layer of the prompt, a layer keeps int(S (1 - r softmax(-G) L)) tokens with small keys.
class AsCoded final : public Policy {
 public:
    explicit AsCoded(const Parameters& parameters)
        : m_settings(parameters), m_window(parameters.integer("gini-window")) {}

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
        m_gini.clear();
        m_budgets.clear();
        m_clamped = false;
    }

    Edits prefillLayer(const Observation& layer) override {
        m_prompt = layer.seen;
        m_gini.push_back(prefix_gini(layer, std::min(m_window, layer.seen - 1)));
        m_layers.push_back({layer.tokens.clone(), smallness(layer), layer.held});
        return {};
    }

    Edits prefillEnd() override {
        for (const double share : gini_shares(m_gini)) {
            const double kept = kept_as_coded(share, m_settings.removed, m_prompt);
            m_clamped = m_clamped || (kept < 1 && m_prompt > 1);
            m_budgets.push_back(whole_tokens(kept, m_settings.isProtected(), m_prompt));
        }
        Edits edits;
        for (std::size_t l = 0; l < m_layers.size(); ++l) {
            const Layer& layer = m_layers[l];
            Edit edit;
            edit.evict = select_evicted(layer.scores, layer.tokens, layer.held, {m_budgets[l]}, m_settings.protection);
            if (edit.evict.defined()) {
                edit.firstLayer = static_cast<std::int64_t>(l);
                edit.scores = layer.scores;
                edit.reason = kReason;
                edits.push_back(std::move(edit));
            }
        }
        m_layers.clear();
        return edits;
    }

    void set(const Parameters& values) override { m_tuned = !(Settings(values) == m_settings); }

    [[nodiscard]] Report report() const override {
        Report report;
        report.budgets = m_budgets;
        report.gini = m_gini;
        if (m_clamped) {
            report.warnings.emplace_back(kClamped);
        }
        if (m_tuned) {
            report.warnings.emplace_back(
                "the variant code decides once, after the prompt: changes of removed, sinks and recent have no effect");
        }
        if (!m_budgets.empty()) {
            report.notes.push_back(together(m_budgets, (1.0 - m_settings.removed) * static_cast<double>(m_prompt) *
                                                           static_cast<double>(m_budgets.size())));
        }
        return report;
    }

    [[nodiscard]] std::unique_ptr<Policy> clone() const override { return std::make_unique<AsCoded>(*this); }

 private:
    struct Layer {
        at::Tensor tokens;
        at::Tensor scores;
        Counts held;
    };

    /// -|k| per KV head and slot, [1, kv_heads, slots] f64; keys are by token. Head by head, so that the temporaries
    /// stay small.
    [[nodiscard]] static at::Tensor smallness(const Observation& layer) {
        std::vector<at::Tensor> heads;
        for (const at::Tensor& head : layer.rawKeys.split(1, 1)) {
            heads.push_back(sum_in_order(head.to(at::kDouble).square_(), -1).sqrt().neg());
        }
        return at::cat(heads, 1).gather(-1, layer.tokens.clamp_min(0));
    }

    Settings m_settings;
    std::int64_t m_window;
    std::int64_t m_prompt = 0;
    std::vector<Layer> m_layers;  ///< of the prompt, while it is read
    std::vector<double> m_gini;
    Counts m_budgets;
    bool m_clamped = false;
    bool m_tuned = false;
};

Policy* createPolicy(const char* /*id*/, const Parameters& parameters) {
    if (parameters.text("variant") == "code") {
        return std::make_unique<AsCoded>(parameters).release();
    }
    return std::make_unique<AsWritten>(parameters).release();
}

BudgetAllocator* createBudget(const char* /*id*/, const Parameters& parameters) {
    return gini_budget(parameters).release();
}

}  // namespace

KVW_PLUGIN(createPolicy, nullptr, createBudget)
