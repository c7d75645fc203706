// SPDX-License-Identifier: Apache-2.0
/// SnapKV (POLICIES.md, section 8): the last w prompt rows vote on the tokens before them, the votes are pooled, and
/// the best C - w tokens stay with the window. Also the scorer `snapkv` of compositions.
#include <algorithm>
#include <string>

#include "core/policy/sdk/plugin.h"
#include "core/policy/sdk/select.h"

namespace {

using namespace kvw::sdk;

class SnapKvScorer final : public Scorer {
 public:
    struct Options {
        std::int64_t window = 32;
        std::int64_t kernel = 7;
        Pool pool = Pool::Max;
        bool sumRows = false;
        bool poolFirst = true;
        Reduce groupReduce = Reduce::Mean;
        Granularity granularity = Granularity::KvHead;
    };

    explicit SnapKvScorer(const Options& options) : m_options(options) {}

    [[nodiscard]] Needs needs() const override {
        Needs needs;
        needs.granularity = m_options.granularity;
        needs.lastRows = m_options.window;
        needs.decodeRow = true;
        return needs;
    }

    void begin(const RunInfo& run, const Protection& protection) override {
        m_shape = run.shape;
        m_recent = protection.recent;
    }

    [[nodiscard]] at::Tensor score(const Observation& seen) override {
        const std::int64_t window = std::min(m_options.window, seen.rows.size(2));
        at::Tensor votes = sum_in_order(seen.rows.narrow(2, seen.rows.size(2) - window, window), 2);
        if (!m_options.sumRows) {
            votes = votes.div(static_cast<double>(window));
        }
        // Pooled are the tokens older than the protected recent block (for the policy: than the window).
        const at::Tensor recent = protected_slots(seen.tokens, seen.held, seen.held, {0, m_recent});
        const at::Tensor range = seen.valid().logical_and_(recent.logical_not());
        if (m_options.granularity == Granularity::QueryHead) {
            return pool(votes, seen.tokens, range);
        }
        if (!m_options.poolFirst) {
            return pool(reduce(votes), seen.tokens, range);
        }
        const at::Tensor grouped = votes.unflatten(1, {m_shape.kvHeads, m_shape.group()});
        return reduce(pool(grouped, seen.tokens.unsqueeze(2), range.unsqueeze(2)).flatten(1, 2));
    }

    [[nodiscard]] std::unique_ptr<Scorer> clone() const override { return std::make_unique<SnapKvScorer>(*this); }

 private:
    [[nodiscard]] at::Tensor pool(const at::Tensor& votes, const at::Tensor& tokens, const at::Tensor& range) const {
        return pool_by_position(votes, tokens, range, m_options.kernel, m_options.pool);
    }
    [[nodiscard]] at::Tensor reduce(const at::Tensor& perHead) const {
        return reduce_heads(perHead, m_shape, m_options.granularity, m_options.groupReduce);
    }

    Options m_options;
    ModelShape m_shape;
    std::int64_t m_recent = 0;
};

SnapKvScorer::Options scorerOptions(const Parameters& parameters) {
    SnapKvScorer::Options options;
    options.window = parameters.integer("window");
    options.kernel = parameters.integer("kernel");
    options.pool = parameters.text("pool") == "avg" ? Pool::Average : Pool::Max;
    options.poolFirst = parameters.text("group-order") == "pool-then-reduce";
    options.groupReduce = parameters.text("group-reduce") == "max" ? Reduce::Max : Reduce::Mean;
    return options;
}

Policy* createPolicy(const char* /*id*/, const Parameters& parameters) {
    SnapKvScorer::Options options = scorerOptions(parameters);
    options.sumRows = parameters.text("rows") == "sum";
    options.granularity = parameters.text("granularity") == "query-head" ? Granularity::QueryHead : Granularity::KvHead;

    Composition parts;
    parts.scorer = std::make_unique<SnapKvScorer>(options);
    parts.budget = one_shot_allocator(parameters.integer("capacity"), parameters.number("removed"));
    parts.protection.recent = options.window;
    if (parameters.integer("capacity") > 0 && parameters.integer("capacity") <= options.window) {
        parts.warnings.emplace_back("the capacity is not above the window: the newest tokens stay, nothing is scored");
    }
    return compose(std::move(parts)).release();
}

Scorer* createScorer(const char* /*id*/, const Parameters& parameters) {
    return std::make_unique<SnapKvScorer>(scorerOptions(parameters)).release();
}

}  // namespace

KVW_PLUGIN(createPolicy, createScorer, nullptr)
