// SPDX-License-Identifier: Apache-2.0
/// CAKE (POLICIES.md, section 5, whose numbers stand at the functions): layers share the cache by their preference, a
/// layer keeps the tokens whose attention in its last rows has a high mean or variance, and while decoding scores are
/// pooled along memory order.
///
/// 5.1 spatial_dispersion H, temporal_shift V, layer_preference P, and 5.2 eviction_indicator I, pooled_indicator:
/// equations.h. 5.3 BudgetPlan: prefix_budgets.h. 5.4 prefill and cascade: here. 5.5 decode_cut: memory_order.h, its
/// loops unit_cuts.h; refresh_moments: stored_moments.h.
#include <algorithm>
#include <limits>
#include <optional>

#include "core/policy/kit/nominal.h"
#include "core/policy/kit/select.h"
#include "core/policy/sdk/plugin.h"
#include "plugins/cake/equations.h"
#include "plugins/cake/memory_order.h"
#include "plugins/cake/parts.h"
#include "plugins/cake/prefix_budgets.h"
#include "plugins/cake/stored_moments.h"

namespace {

using namespace kvw::sdk;
using namespace kvw::cake;

/// 5.4, indicator of the prefix, before the last `window` tokens: [1, units, slots].
constexpr OncePerPrompt prompt_indicator("cake scores", [](const RowWindow& a, std::int64_t window, double gamma,
                                                           std::int64_t kernel, Indicator form) {
    return pooled_indicator(a, slots_before(a.seen(), a.seen().seen - window), kernel, gamma, form);
});

struct Scored {
    const Observation& layer;
    const at::Tensor& indicator;
    explicit operator const Observation&() const { return layer; }
};
/// 5.4, slots of the prefix by descending indicator, ties older first; the parameters are those of the indicator.
constexpr OncePerPrompt prompt_order("cake order", [](const Scored& scored, std::int64_t window, double /*gamma*/,
                                                      std::int64_t /*kernel*/, Indicator /*form*/) {
    const std::int64_t entries = scored.layer.seen - window;
    return select_top(scored.indicator, scored.layer.tokens, slots_before(scored.layer, entries), entries);
});

PooledScore::Value valueOf(Indicator indicator) {
    switch (indicator) {
        case Indicator::Mean:
            return PooledScore::Value::Mean;
        case Indicator::Variance:
            return PooledScore::Value::Variance;
        case Indicator::Product:
            return PooledScore::Value::Product;
        case Indicator::Sum:
            break;
    }
    return PooledScore::Value::Sum;
}

class Cake final : public RulePolicy {
 public:
    explicit Cake(const Parameters& parameters)
        : m_gamma(parameters.number("gamma")),
          m_kernel(parameters.integer("kernel")),
          m_tau1(parameters.number("tau1")),
          m_tau2(parameters.number("tau2")),
          m_cascading(parameters.flag("cascading")),
          m_indicator(indicator_of(parameters)),
          m_stored(parameters.text("decode-score") == "stored") {
        m_plan.capacity = parameters.integer("capacity");
        m_plan.window = parameters.integer("window");
        m_plan.allocation = parameters.text("allocation");
        m_plan.windowInside = parameters.text("accounting") == "paper";
        m_plan.integerStep = parameters.text("integer-step") == "code";
        m_plan.listingGuard = parameters.text("guard") == "listing";
        // An infinite temperature leaves H^(1/tau1) or V^(1/tau2) alone.
        m_tau1 = m_plan.allocation == "variance" ? kNoInfluence : m_tau1;
        m_tau2 = m_plan.allocation == "entropy" ? kNoInfluence : m_tau2;
        set(parameters);
    }

    /// statistics[0]: rank of a prefix entry in memory order; [1], [2]: the stored moments.
    [[nodiscard]] Needs needs() const override {
        Needs needs;
        needs.granularity = Granularity::KvHead;
        needs.lastRows = m_plan.window;
        needs.decodeRow = true;  // always: decode-eviction may be switched on at any step
        needs.statistics = m_stored ? 3 : 1;
        return needs;
    }
    [[nodiscard]] Protection protection() const override { return {0, m_plan.window}; }

    void begin(const RunInfo& run) override {
        m_plan.layers = run.shape.layers;
        m_plan.promptTokens = run.promptTokens;
        m_layers.clear();
        m_preference.clear();
        m_grown = 0;
        m_read = false;
        m_tally = {};
        m_budgets.assign(static_cast<std::size_t>(m_plan.layers),
                         m_plan.guarded() ? m_plan.base() : m_plan.promptTokens - m_plan.window);
    }

    /// 5.4, cascading: after every layer all layers read so far share the total and are cut.
    Edits prefillLayer(const Observation& layer) override {
        m_read = true;
        const RowWindow a(layer, m_plan.window);
        at::Tensor ranks = layer.statistics.select(0, 0);
        if (m_stored) {
            store_moments(a, storedIn(layer));
        }
        if (m_plan.guarded()) {
            ranks.copy_(layer.tokens.clamp_min(0));  // token order
            return {};
        }
        m_preference.push_back(layer_preference(a, m_tau1, m_tau2));
        rank(a, ranks);
        return m_cascading ? cascade() : Edits{};
    }

    Edits prefillEnd() override {
        Edits edits = m_cascading || m_plan.guarded() ? Edits{} : cascade();
        m_grown = 0;
        for (std::size_t l = 0; l < m_layers.size(); ++l) {
            m_grown += m_layers[l].order.size(-1) < m_budgets[l] ? 1 : 0;
        }
        m_layers.clear();
        return edits;
    }

    /// 5.5: the cut while decoding, by the newest row or the stored moments.
    Edits step(const Observation& all) override {
        DecodeRule rule{m_plan.window, m_kernel, m_byPosition, m_evicts ? m_budgets : std::vector<std::int64_t>{}};
        if (m_stored) {
            const StoredMoments stored = storedIn(all);
            refresh_moments(all, m_plan.window, stored);
            const at::Tensor mean = stored.mean.to(at::kDouble), variance = stored.variance.to(at::kDouble);
            rule.values = eviction_indicator(mean, variance, m_gamma, m_indicator).to(at::kFloat).contiguous();
        }
        return decode_cut(all, all.statistics.select(0, 0), rule, m_tally);
    }

    /// 5.5 as a rule. Without decode-eviction it only keeps ranks and moments.
    [[nodiscard]] std::optional<StepRule> stepRule() const override {
        if (!m_read) {
            return std::nullopt;
        }
        StepRule rule;
        rule.score.kind = StepScore::Kind::Pooled;
        rule.score.pooled = {m_kernel, m_byPosition, m_stored ? valueOf(m_indicator) : PooledScore::Value::Row, m_gamma,
                             CutTally::kRounding};
        for (const std::int64_t budget : m_budgets) {
            rule.budgets.push_back(m_evicts ? budget + m_plan.window : kUnlimited);
        }
        rule.recent = m_plan.window;
        rule.reason = kCutReason;
        return rule;
    }
    void ruleFollowed(const StepOutcome& outcome) override {
        m_tally.cuts += outcome.cuts;
        m_tally.close += outcome.closeCuts;
    }

    void set(const Parameters& values) override {
        m_evicts = values.flag("decode-eviction");
        m_byPosition = values.text("pool-order") == "position";
    }

    [[nodiscard]] Report report() const override {
        Report report;
        report.budgets = m_read || m_plan.guarded() ? m_budgets : m_plan.certain();
        report.extraTokensPerUnit = m_plan.window;
        report.preference = m_preference;
        report.warnings = warnings();
        if (m_read && !m_plan.guarded()) {
            report.notes = notes();
        }
        addRounding(report);
        return report;
    }

    [[nodiscard]] std::unique_ptr<Policy> clone() const override { return std::make_unique<Cake>(*this); }

 private:
    [[nodiscard]] static StoredMoments storedIn(const Observation& seen) {
        return {seen.statistics.select(0, 1), seen.statistics.select(0, 2)};
    }

    void addRounding(Report& report) const {
        if (m_tally.close > 0) {
            report.warnings.push_back(m_byPosition ? finding("rounding-decides") : finding("rounding-orders"));
            report.notes.push_back(finding("cuts-rounded", m_tally.close, m_tally.cuts));
        }
    }

    /// Layer of the prompt: the slots of its prefix by descending indicator, and their indicators, [1, units, n].
    struct Layer {
        at::Tensor order;
        at::Tensor scores;
        std::int64_t slots = 0;
    };

    /// Puts the prefix of a layer into memory order. Entries that leave are always last in it, so the ranks stay valid
    /// whatever the budget becomes.
    void rank(const RowWindow& a, const at::Tensor& ranks) {
        const at::Tensor scores = prompt_indicator(a, m_plan.window, m_gamma, m_kernel, m_indicator);
        const at::Tensor order = prompt_order(Scored{a.seen(), scores}, m_plan.window, m_gamma, m_kernel, m_indicator);
        ranks.scatter_(-1, order, at::arange(order.size(-1), ranks.options()).expand_as(order));
        m_layers.push_back({order, scores.gather(-1, order).to(at::kFloat), a.seen().slotCount()});
    }

    /// 5.3, 5.4: sets the budgets of the layers seen so far from their preferences and the total of all layers, and
    /// cuts each to the best of the entries that have survived until now.
    Edits cascade() {
        const std::vector<std::int64_t> known = m_plan.budgets(m_preference);
        std::copy(known.begin(), known.end(), m_budgets.begin());
        Edits edits;
        for (std::size_t l = 0; l < m_layers.size(); ++l) {
            Layer& layer = m_layers[l];
            const std::int64_t had = layer.order.size(-1);
            const std::int64_t kept = std::min(had, m_budgets[l]);
            if (kept == had) {
                continue;
            }
            Edit edit;
            edit.firstLayer = static_cast<std::int64_t>(l);
            edit.evict = layer.order.narrow(-1, kept, had - kept);
            edit.scores = at::zeros({1, layer.order.size(1), layer.slots}, layer.scores.options())
                              .scatter_(-1, layer.order, layer.scores);
            edit.reason = kCutReason;
            edits.push_back(std::move(edit));
            // Copies, to free the memory of the entries that left.
            layer.order = layer.order.narrow(-1, 0, kept).clone();
            layer.scores = layer.scores.narrow(-1, 0, kept).clone();
        }
        return edits;
    }

    [[nodiscard]] std::vector<Finding> warnings() const {
        std::vector<Finding> list;
        if (m_plan.capacity <= m_plan.window) {
            list.push_back(finding("window-alone"));
        }
        if (m_budgets.empty()) {
            return list;  // begin has not been called
        }
        if (m_plan.guarded()) {
            list.push_back(m_plan.promptTokens <= m_plan.window ? finding("prompt-within-window")
                           : m_plan.listingGuard                ? finding("prompt-within-prefix")
                           : m_plan.windowInside                ? finding("prompt-within-total")
                                                                : finding("prompt-within-both"));
        } else if (m_plan.pyramidIsUniform()) {
            list.push_back(finding("pyramid-without-room"));
        } else if (m_plan.byPreference() && !m_preference.empty() && !decisive(m_preference)) {
            list.push_back(finding("preferences-indecisive"));
        }
        return list;
    }

    [[nodiscard]] std::vector<Finding> notes() const {
        const auto [least, most] = std::minmax_element(m_budgets.begin(), m_budgets.end());
        std::vector<Finding> list{
            finding("beside-window", *least, *most, total_of(m_budgets), m_plan.base() * m_plan.layers)};
        if (m_grown > 0) {
            list.push_back(counted(m_grown, "layer-grows", "layers-grow"));
        }
        return list;
    }

    static constexpr double kNoInfluence = std::numeric_limits<double>::infinity();  ///< as tau1 or tau2

    BudgetPlan m_plan;
    double m_gamma;
    std::int64_t m_kernel;
    double m_tau1, m_tau2;
    bool m_cascading;
    Indicator m_indicator;
    bool m_stored;  ///< decode scores from stored moments, else from the newest row
    CutTally m_tally;
    bool m_evicts = true;
    bool m_byPosition = false;
    std::vector<Layer> m_layers;  ///< layers of the prompt, while it is read
    std::vector<double> m_preference;
    std::vector<std::int64_t> m_budgets;  ///< prefix entries per layer; the whole prefix for layers not seen yet
    bool m_read = false;                  ///< at least one layer of the prompt was read
    std::int64_t m_grown = 0;             ///< number of layers that the cascade left below their last budget
};

Policy* createPolicy(const char* /*id*/, const Parameters& parameters) {
    return std::make_unique<Cake>(parameters).release();
}
Scorer* createScorer(const char* /*id*/, const Parameters& parameters) {
    return indicator_scorer(parameters).release();
}
BudgetAllocator* createBudget(const char* /*id*/, const Parameters& parameters) {
    return preference_budget(parameters).release();
}

}  // namespace

KVW_PLUGIN(createPolicy, createScorer, createBudget)
