// SPDX-License-Identifier: Apache-2.0
/// H2O, real-drop rule (POLICIES.md, section 16): attention mass accumulated over all queries so far; the heavy hitters
/// stay with the newest tokens. Also the scorer `h2o-mass` of compositions.
#include <algorithm>

#include "core/policy/sdk/plugin.h"
#include "core/policy/sdk/select.h"
#include "core/policy/sdk/units.h"

namespace {

using namespace kvw::sdk;

/// statistics[0]: the running column sum, in units of the granularity.
class MassScorer final : public Scorer {
 public:
    MassScorer(Granularity granularity, bool perObserver) : m_granularity(granularity), m_perObserver(perObserver) {}

    [[nodiscard]] Needs needs() const override {
        Needs needs;
        needs.granularity = m_granularity;
        needs.columnSums = true;
        needs.decodeRow = true;
        needs.statistics = 1;
        return needs;
    }
    [[nodiscard]] bool acceptsStreaming() const override { return true; }
    void begin(const RunInfo& run, const Protection& /*protection*/) override { m_shape = run.shape; }

    [[nodiscard]] at::Tensor score(const Observation& seen) override {
        const at::Tensor added = seen.columnSums.defined() ? seen.columnSums : newest_row(seen);
        at::Tensor mass = seen.statistics.select(0, 0);
        mass.add_(reduce_heads(added, m_shape, m_granularity, Reduce::Mean));
        if (!m_perObserver) {
            return mass.clone();
        }
        // A held token was seen by every row since its own: seen - token of them.
        return mass.div(seen.tokens.neg().add_(seen.seen));
    }

    [[nodiscard]] std::unique_ptr<Scorer> clone() const override { return std::make_unique<MassScorer>(*this); }

 private:
    Granularity m_granularity;
    bool m_perObserver;
    ModelShape m_shape;
};

std::unique_ptr<Scorer> makeScorer(const Parameters& parameters) {
    return std::make_unique<MassScorer>(granularity_of(parameters), parameters.text("normalise") == "observers");
}

void tune(const Parameters& parameters, Composition& parts) {
    const std::int64_t total = parameters.integer("heavy") + parameters.integer("recent");
    parts.scorer = makeScorer(parameters);
    parts.budget = uniform_budget(total);
    parts.protection.recent = parameters.integer("recent");
    parts.warnings.clear();
    if (total == 0) {
        parts.warnings.emplace_back("heavy and recent are both 0: the budget is 1 and the best token stays");
    }
}

Policy* createPolicy(const char* /*id*/, const Parameters& parameters) {
    Composition parts;
    tune(parameters, parts);
    parts.every = 1;
    parts.retune = tune;
    return compose(std::move(parts)).release();
}

Scorer* createScorer(const char* /*id*/, const Parameters& parameters) {
    return makeScorer(parameters).release();
}

}  // namespace

KVW_PLUGIN(createPolicy, createScorer, nullptr)
