// SPDX-License-Identifier: Apache-2.0
/// TOVA (POLICIES.md, section 15): after every pass a layer keeps the C tokens with the most attention from the newest
/// query, averaged over its query heads. Also the scorer `tova` of compositions.
#include <optional>

#include "core/policy/kit/select.h"
#include "core/policy/kit/units.h"
#include "core/policy/sdk/plugin.h"

namespace {

using namespace kvw::sdk;

class NewestRowScorer final : public RuleScorer {
 public:
    explicit NewestRowScorer(Granularity granularity) : m_granularity(granularity) {}

    [[nodiscard]] Needs needs() const override {
        Needs needs;
        needs.granularity = m_granularity;
        needs.lastRows = 1;
        needs.decodeRow = true;
        return needs;
    }
    [[nodiscard]] bool acceptsStreaming() const override { return true; }
    [[nodiscard]] at::Tensor score(const Observation& seen) override {
        return reduce_heads(seen, newest_row(seen), Reduce::Mean);
    }
    [[nodiscard]] std::optional<StepScore> stepScore() const override {
        return StepScore{StepScore::Kind::NewestRow, false, 0, 0};
    }
    [[nodiscard]] std::unique_ptr<Scorer> clone() const override { return std::make_unique<NewestRowScorer>(*this); }

 private:
    Granularity m_granularity;
};

void tune(const Parameters& parameters, Composition& parts) {
    parts.budget = uniform_budget(parameters.integer("capacity"));
    parts.protection.recent = parameters.flag("protect-newest") ? 1 : 0;
    parts.warnings.clear();
    if (parameters.integer("capacity") == parts.protection.recent) {
        parts.warnings.push_back(finding("newest-takes-capacity"));
    }
}

Policy* createPolicy(const char* /*id*/, const Parameters& parameters) {
    Composition parts;
    parts.scorer = std::make_unique<NewestRowScorer>(Granularity::Layer);
    tune(parameters, parts);
    parts.cutInterval = 1;
    parts.retune = tune;
    return compose(std::move(parts)).release();
}

Scorer* createScorer(const char* /*id*/, const Parameters& parameters) {
    return std::make_unique<NewestRowScorer>(granularity_of(parameters, Granularity::Layer)).release();
}

}  // namespace

KVW_PLUGIN(createPolicy, createScorer, nullptr)
