// SPDX-License-Identifier: Apache-2.0
#include "plugins/adap-kv/kinds.h"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

#include "plugins/adap-kv/settings.h"
#include "plugins/adap-kv/shares.h"

namespace kvw::adap {
namespace {

using namespace kvw::sdk;

/// Attention that tokens are ranked by.
enum class EvictBy : std::uint8_t { Current, Cumulative, Mixed };

EvictBy evict_by(const Parameters& parameters) {
    const std::string& word = parameters.text("evict-by");
    return word == "cumulative" ? EvictBy::Cumulative : word == "mixed" ? EvictBy::Mixed : EvictBy::Current;
}

/// Rule 6a: at every decode step, and after every chunk of a streaming prefill, a layer keeps
/// round(softmax(-G) L (1 - r) S) tokens. statistics[0]: the sum of the rows that saw the token, unused with
/// EvictBy::Current.
class AsWritten final : public Policy {
 public:
    explicit AsWritten(const Parameters& parameters)
        : m_settings(parameters),
          m_metric(metric_of(parameters)),
          m_evictBy(evict_by(parameters)),
          m_base(parameters.text("base")),
          m_context(parameters.integer("context")) {}

    [[nodiscard]] Needs needs() const override {
        Needs needs;
        needs.granularity = Granularity::Layer;
        needs.decodeRow = true;
        needs.lastRows = 1;  // for chunks; a prompt read in one pass is not cut
        needs.columnSums = sums();
        needs.statistics = sums() ? 1 : 0;
        return needs;
    }
    [[nodiscard]] bool acceptsStreaming() const override { return true; }
    [[nodiscard]] Protection protection() const override { return m_settings.protection; }

    void begin(const RunInfo& run) override {
        m_run = run;
        m_chunk.clear();
        m_budgets = {};
        m_evicts = false;
        m_seen = 0;
    }

    Edits prefillLayer(const Observation& layer) override {
        if (sums()) {
            add(layer, layer.columnSums);
        }
        if (!m_run.layerMajor) {
            const at::Tensor row = meanOfHeads(layer, newest_row(layer)).clone();
            m_chunk.push_back({held_in(layer), row, scoreOf(layer, row)});
            m_seen = layer.seen;
        }
        return {};
    }

    Edits prefillEnd() override {
        Edits edits;
        if (m_chunk.empty()) {
            return edits;
        }
        std::vector<at::Tensor> unequal;
        for (const Layer& layer : m_chunk) {
            unequal.push_back(inequality(layer.row.squeeze(1), layer.seen.held, m_metric));
        }
        allot(at::cat(unequal));
        for (std::size_t l = 0; l < m_chunk.size(); ++l) {
            for (Edit& edit : evict(m_chunk[l].seen, m_chunk[l].score, {m_budgets.budgets[l]})) {
                edits.push_back(std::move(edit));
            }
        }
        m_chunk.clear();
        return edits;
    }

    Edits step(const Observation& all) override {
        const at::Tensor row = meanOfHeads(all, newest_row(all));
        if (sums()) {
            add(all, newest_row(all));
        }
        m_seen = all.seen;
        allot(inequality(row.squeeze(1), all.held, m_metric));
        return evict(all, scoreOf(all, row), m_budgets.budgets);
    }

    void set(const Parameters& values) override { m_settings = Settings(values); }

    [[nodiscard]] Report report() const override {
        Report report = m_budgets.report(m_settings, m_metric, tokensOfBase());
        if (m_base == "context" && m_context > 0) {
            report.notes.push_back(finding("shares-of-context", m_context));
        }
        if (!m_budgets.budgets.empty() && !m_evicts) {
            report.notes.push_back(finding("within-shares"));
        }
        return report;
    }

    [[nodiscard]] std::unique_ptr<Policy> clone() const override { return std::make_unique<AsWritten>(*this); }

 private:
    /// Layer of a chunk until all layers have read it.
    struct Layer {
        Observation seen;
        at::Tensor row, score;
    };

    [[nodiscard]] bool sums() const { return m_evictBy != EvictBy::Current; }
    [[nodiscard]] static at::Tensor meanOfHeads(const Observation& seen, const at::Tensor& perHead) {
        return reduce_heads(seen, perHead, Reduce::Mean);
    }
    static void add(const Observation& seen, const at::Tensor& perHead) {
        seen.statistics.select(0, 0).add_(meanOfHeads(seen, perHead));
    }

    /// Returns the score that tokens are kept by. Mixed: the mean of the current row and of the average over the rows
    /// that saw the token, starting with its own.
    [[nodiscard]] at::Tensor scoreOf(const Observation& seen, const at::Tensor& row) const {
        if (!sums()) {
            return row;
        }
        const at::Tensor sum = seen.statistics.select(0, 0).to(at::kDouble);
        if (m_evictBy == EvictBy::Cumulative) {
            return sum;
        }
        const at::Tensor observers = seen.tokens.clamp_min(0).neg().add(seen.seen);
        return sum.div(observers).add_(row).mul_(0.5);
    }

    /// Returns S of the rule.
    [[nodiscard]] std::int64_t tokensOfBase() const {
        return m_base == "context" ? m_context : m_base == "prompt" ? m_run.promptTokens : m_seen;
    }

    /// Sets the budgets. The only read-back from the device, one number per layer: counts depend on the row, and the
    /// engine needs them on the host.
    void allot(const at::Tensor& unequal) {
        if (m_base == "context" && m_context == 0) {
            throw std::invalid_argument(
                "base=context needs a context window and the model names none: give context=N, in tokens");
        }
        const at::Tensor host = unequal.cpu().contiguous();
        m_budgets.gini.assign(host.const_data_ptr<double>(), host.const_data_ptr<double>() + host.numel());
        m_budgets.share(m_settings, m_seen,
                        [&](double share) { return kept_as_written(share, m_settings.removed, tokensOfBase()); });
    }

    [[nodiscard]] Edits evict(const Observation& seen, const at::Tensor& score,
                              const std::vector<std::int64_t>& budgets) {
        Edits edits = cut(seen, score, budgets, m_settings.protection, kReason);
        m_evicts = m_evicts || !edits.empty();
        return edits;
    }

    Settings m_settings;
    Metric m_metric;
    EvictBy m_evictBy;
    std::string m_base;
    std::int64_t m_context;  ///< tokens; 0: unknown
    RunInfo m_run;
    bool m_evicts = false;
    std::int64_t m_seen = 0;
    std::vector<Layer> m_chunk;
    LayerBudgets m_budgets;
};

}  // namespace

std::unique_ptr<Policy> as_written(const Parameters& parameters) {
    return std::make_unique<AsWritten>(parameters);
}

}  // namespace kvw::adap
