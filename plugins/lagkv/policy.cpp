// SPDX-License-Identifier: Apache-2.0
/// LagKV (POLICIES.md, section 21): the text behind the sinks is read in partitions of L tokens. Each is cut, once, to
/// its best tokens as soon as the next one is whole: that one gives the range by which keys and values are normalised.
#include <algorithm>
#include <limits>

#include "core/policy/kit/select.h"
#include "core/policy/sdk/plugin.h"

namespace {

using namespace kvw::sdk;

constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();
/// Largest sum of two probabilities: the recorded score of tokens that have not competed.
constexpr double kUnscored = 2;
/// Smallest score that is stored: 0 marks a token that has not competed.
constexpr double kLeast = 1e-30;

/// Equation 4 to 7: of each token of a partition the standard deviation over its channels, normalised by the least and
/// largest value of each channel in the next partition; softmax within the partition. A channel without a range there
/// counts as 0. states [partitions + 1, L, channels] -> [partitions, L].
at::Tensor lag_relative(const at::Tensor& states) {
    const std::int64_t partitions = states.size(0) - 1, channels = states.size(2);
    const at::Tensor own = states.narrow(0, 0, partitions), next = states.narrow(0, 1, partitions);
    const at::Tensor least = next.amin(1, true);
    const at::Tensor range = next.amax(1, true).sub(least);
    const at::Tensor normalised = own.sub(least).div(range).masked_fill(range.eq(0), 0);
    const at::Tensor mean = sum_in_order(normalised, -1).div(static_cast<double>(channels)).unsqueeze(-1);
    const at::Tensor squares = sum_in_order(normalised.sub(mean).square(), -1);
    return squares.div(static_cast<double>(std::max<std::int64_t>(1, channels - 1))).sqrt().softmax(-1);
}

class LagKv final : public Policy {
 public:
    explicit LagKv(const Parameters& parameters)
        : m_sinks(parameters.integer("sinks")),
          m_lag(parameters.integer("lag")),
          m_kept(static_cast<std::int64_t>(parameters.number("ratio") * static_cast<double>(m_lag))) {}

    [[nodiscard]] Needs needs() const override {
        Needs needs;
        needs.granularity = Granularity::KvHead;
        needs.keys = true;
        needs.values = true;
        needs.tensorsAtDecode = true;
        needs.statistics = 1;  // the score with which the token stayed; 0: it has not competed
        return needs;
    }
    [[nodiscard]] bool acceptsStreaming() const override { return true; }
    [[nodiscard]] Protection protection() const override { return {m_sinks, m_lag}; }
    void begin(const RunInfo& run) override {
        m_promptTokens = run.promptTokens;
        m_due = 0;
    }

    Edits prefillLayer(const Observation& layer) override {
        m_due = layer.firstLayer == 0 ? kNever : m_due;
        return cutPartitions(layer);
    }
    Edits step(const Observation& all) override {
        if (all.seen < m_due) {
            return {};
        }
        m_due = kNever;
        return cutPartitions(all);
    }

    [[nodiscard]] Report report() const override {
        Report report;
        if (m_kept >= m_lag) {
            report.warnings.push_back(finding("partitions-kept-whole"));
        } else if (m_promptTokens > 0 && (m_promptTokens - m_sinks) / 2 < m_lag) {
            report.warnings.push_back(finding("prompt-without-partitions"));
        }
        return report;
    }
    [[nodiscard]] std::unique_ptr<Policy> clone() const override { return std::make_unique<LagKv>(*this); }

 private:
    /// Cuts the partitions of each head that have a whole one behind them, and notes when the next can be due.
    Edits cutPartitions(const Observation& seen) {
        const at::Tensor stored = seen.statistics.select(0, 0);
        const at::Tensor fresh = seen.tokens.ge(m_sinks).logical_and_(stored.eq(0));
        const at::Tensor byAge = seen.tokens.masked_fill(fresh.logical_not(), kNever).argsort(-1, /*descending=*/false);
        const at::Tensor counts = fresh.sum(-1).flatten().contiguous();
        const at::Tensor scores = stored.to(at::kDouble), partition = at::full_like(seen.tokens, -1);
        bool any = false;
        for (std::int64_t i = 0; i < counts.numel(); ++i) {
            const std::int64_t layer = i / seen.units(), head = i % seen.units();
            const std::int64_t count = counts.const_data_ptr<std::int64_t>()[i];
            const std::int64_t partitions = std::max<std::int64_t>(0, count / m_lag - 1);
            m_due = std::min(m_due, seen.seen + 2 * m_lag - (count - partitions * m_lag));
            if (partitions == 0) {
                continue;
            }
            any = true;
            const std::int64_t own = partitions * m_lag;
            const at::Tensor slots = byAge.select(0, layer).select(0, head).narrow(0, 0, own + m_lag);
            const auto relative = [&](const at::Tensor& states) {
                const at::Tensor ofHead = states.select(0, layer).select(0, head).index_select(0, slots);
                return lag_relative(ofHead.to(at::kDouble).view({partitions + 1, m_lag, -1}));
            };
            const at::Tensor score = relative(seen.keys).add(relative(seen.values)).flatten();
            const at::Tensor number = at::arange(own, slots.options()).floor_divide(m_lag);
            scores.select(0, layer).select(0, head).index_copy_(0, slots.narrow(0, 0, own), score.clamp_min(kLeast));
            partition.select(0, layer).select(0, head).index_copy_(0, slots.narrow(0, 0, own), number);
        }
        if (!any) {
            return {};
        }
        stored.copy_(scores);
        Edit edit;
        edit.firstLayer = seen.firstLayer;
        edit.evict = keep_best(seen, scores, partition, m_kept);
        if (!edit.evict.defined()) {
            return {};
        }
        edit.scores = scores.masked_fill(scores.eq(0), kUnscored);
        edit.reason = "not among the best of its partition";
        return {edit};
    }

    std::int64_t m_sinks;
    std::int64_t m_lag;
    std::int64_t m_kept;  ///< of each partition
    std::int64_t m_promptTokens = 0;
    std::int64_t m_due = 0;  ///< tokens seen before the next cut of any head
};

Policy* createPolicy(const char* /*id*/, const Parameters& parameters) {
    return std::make_unique<LagKv>(parameters).release();
}

}  // namespace

KVW_PLUGIN(createPolicy, nullptr, nullptr)
