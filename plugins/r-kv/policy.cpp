// SPDX-License-Identifier: Apache-2.0
/// R-KV (POLICIES.md, section 22): whenever a buffer of new tokens is full, a head keeps what the last queries attend
/// to and what is not similar to other tokens.
#include <algorithm>
#include <limits>

#include "core/policy/kit/select.h"
#include "core/policy/sdk/plugin.h"

namespace {

using namespace kvw::sdk;

constexpr double kGrid = 0x1p40;     ///< cosines are rounded to 2^-40, so that equal keys have equal ones
constexpr double kLength = 1e-8;     ///< added to the length of a key, as in the code
constexpr std::int64_t kRows = 256;  ///< rows of the matrix of cosines that are looked at together

struct Similar {
    double above = 0.5;       ///< cosine from which two keys are similar
    std::int64_t newest = 1;  ///< similar tokens of each token that count as no redundancy: the newest
};

/// Returns the softmax over the tokens of the mean cosine of each key with the others, without those to which it is one
/// of the newest similar tokens. keys [tokens, channels] in order of age -> [tokens], f64.
at::Tensor redundancy(const at::Tensor& keys, const Similar& similar) {
    const std::int64_t tokens = keys.size(0), newest = std::min(similar.newest, tokens);
    const at::Tensor exact = keys.to(at::kDouble);
    const at::Tensor lengths = sum_in_order(exact.square(), -1).sqrt().add(kLength).unsqueeze(-1);
    const at::Tensor units = exact.div(lengths);
    const at::Tensor place = at::arange(tokens, at::TensorOptions(at::kLong));
    at::Tensor sum = at::zeros({tokens}, at::TensorOptions(at::kDouble));
    for (std::int64_t first = 0; first < tokens; first += kRows) {
        const std::int64_t rows = std::min(kRows, tokens - first);
        const at::Tensor itself = place.narrow(0, first, rows).unsqueeze(-1).eq(place);
        const at::Tensor cosines =
            units.narrow(0, first, rows).matmul(units.t()).mul(kGrid).round().div(kGrid).masked_fill(itself, 0);
        at::Tensor counted = cosines;
        if (newest > 0) {
            // By age, the newest first; -1: not similar.
            const at::Tensor alike = place.expand_as(cosines).masked_fill(cosines.le(similar.above), -1);
            const at::Tensor last =
                newest == 1 ? alike.amax(-1, true) : std::get<0>(alike.topk(newest, -1)).narrow(-1, newest - 1, 1);
            counted = cosines.masked_fill(alike.ge(last.clamp_min(0)), 0);
        }
        sum = sum.add(sum_in_order(counted, 0));
    }
    return sum.div(static_cast<double>(tokens)).softmax(-1);
}

class RKv final : public Policy {
 public:
    explicit RKv(const Parameters& parameters)
        : m_capacity(parameters.integer("capacity")),
          m_buffer(parameters.integer("buffer")),
          m_window(parameters.integer("window")),
          m_kernel(parameters.integer("kernel")),
          m_lambda(parameters.number("lambda")),
          m_similar{parameters.number("threshold"), parameters.integer("retain")} {}

    [[nodiscard]] Needs needs() const override {
        Needs needs;
        needs.granularity = Granularity::KvHead;
        needs.lastRows = m_window;
        needs.decodeRow = true;
        needs.keys = true;
        needs.tensorsAtDecode = true;
        needs.statistics = m_window;  // the rows of the last queries, that of query q in place q mod window
        return needs;
    }
    [[nodiscard]] bool acceptsStreaming() const override { return true; }
    [[nodiscard]] Protection protection() const override { return {0, m_window}; }
    void begin(const RunInfo& run) override {
        m_layers = run.shape.layers;
        m_firstRow = -1;
    }

    Edits prefillLayer(const Observation& layer) override {
        note(layer);
        return cutFull(layer, layer.lastPrefillPass ? 1 : m_buffer);
    }
    Edits step(const Observation& all) override {
        note(all);
        return cutFull(all, m_buffer);
    }

    [[nodiscard]] Report report() const override {
        Report report;
        report.budgets.assign(static_cast<std::size_t>(m_layers), m_capacity);
        if (m_capacity <= m_window) {
            report.warnings.push_back(finding("window-alone"));
        }
        return report;
    }
    [[nodiscard]] std::unique_ptr<Policy> clone() const override { return std::make_unique<RKv>(*this); }

 private:
    /// Stores the rows of the newest queries, the largest of the heads that share a KV head.
    void note(const Observation& seen) {
        const at::Tensor rows = reduce_heads(seen, last_rows(seen, m_window), Reduce::Max);
        m_firstRow = m_firstRow < 0 ? seen.seen - rows.size(2) : m_firstRow;
        for (std::int64_t i = 0; i < rows.size(2); ++i) {
            const std::int64_t query = seen.seen - rows.size(2) + i;
            seen.statistics.select(0, query % m_window).copy_(rows.select(2, i));
        }
    }

    /// Cuts the heads that hold at least `beyond` tokens more than the capacity.
    [[nodiscard]] Edits cutFull(const Observation& seen, std::int64_t beyond) const {
        std::vector<std::int64_t> most = seen.held;
        bool any = false;
        for (std::int64_t& held : most) {
            const bool full = held - m_capacity >= beyond;
            any = any || full;
            held = full ? m_capacity : held;
        }
        return any ? cut(seen, joint(seen, most), most, protection(), "lowest joint score") : Edits{};
    }

    /// Z = lambda I - (1 - lambda) R of the heads that are cut.
    [[nodiscard]] at::Tensor joint(const Observation& seen, const std::vector<std::int64_t>& most) const {
        const auto observed = static_cast<double>(std::min(m_window, seen.seen - m_firstRow));
        const at::Tensor mean = sum_in_order(seen.statistics.to(at::kDouble), 0).div(observed);
        const at::Tensor before = slots_before(seen, seen.seen - m_window);
        at::Tensor score = pool_by_position(seen, mean, before, m_kernel, Pool::Max).mul(m_lambda);
        const at::Tensor byAge =
            seen.tokens.masked_fill(seen.valid().logical_not(), std::numeric_limits<std::int64_t>::max())
                .argsort(-1, /*descending=*/false);
        for (std::size_t i = 0; i < most.size(); ++i) {
            if (most[i] == seen.held[i]) {
                continue;
            }
            const std::int64_t layer = static_cast<std::int64_t>(i) / seen.units();
            const std::int64_t head = static_cast<std::int64_t>(i) % seen.units();
            const at::Tensor slots = byAge.select(0, layer).select(0, head).narrow(0, 0, seen.held[i]);
            const at::Tensor keys = seen.keys.select(0, layer).select(0, head).index_select(0, slots);
            score.select(0, layer).select(0, head).index_add_(0, slots, redundancy(keys, m_similar), m_lambda - 1);
        }
        return score;
    }

    std::int64_t m_capacity;
    std::int64_t m_buffer;
    std::int64_t m_window;
    std::int64_t m_kernel;
    double m_lambda;
    Similar m_similar;
    std::int64_t m_layers = 0;
    std::int64_t m_firstRow = -1;  ///< first query whose row was stored; -1: none
};

Policy* createPolicy(const char* /*id*/, const Parameters& parameters) {
    return std::make_unique<RKv>(parameters).release();
}

}  // namespace

KVW_PLUGIN(createPolicy, nullptr, nullptr)
