// SPDX-License-Identifier: Apache-2.0
/// Knorm (POLICIES.md, section 12): keeps the keys with the smallest norms. Also the scorer `knorm` of compositions.
#include <optional>

#include "core/policy/kit/key_geometry.h"
#include "core/policy/kit/scheduled.h"
#include "core/policy/kit/select.h"
#include "core/policy/kit/units.h"
#include "core/policy/sdk/plugin.h"

namespace {

using namespace kvw::sdk;

/// Scorer by the negative key norm. statistics[0]: the norm of the slot's key before rotation (granularity layer: the
/// mean over its heads), so that a step measures only the new key; 0 until measured. For tokens that no pass added
/// (found at a take-over or put back by hand) only the rotated key exists; its norm is the same up to rounding.
class NormScorer final : public RuleScorer {
 public:
    explicit NormScorer(Granularity granularity) : m_granularity(granularity) {}

    [[nodiscard]] Needs needs() const override {
        Needs needs;
        needs.granularity = m_granularity;
        needs.rawKeys = true;
        needs.tensorsAtDecode = true;
        needs.statistics = 1;
        return needs;
    }
    [[nodiscard]] bool acceptsStreaming() const override { return true; }
    [[nodiscard]] at::Tensor score(const Observation& seen) override {
        const at::Tensor added = reduce_heads(seen, norms_in_order(seen.rawKeys), Reduce::Mean).to(at::kFloat);
        const at::Tensor place = seen.tokens.sub(seen.seen - seen.passTokens);
        at::Tensor norms = seen.statistics.select(0, 0);
        norms.copy_(at::where(place.ge(0), added.gather(-1, place.clamp_min(0)), norms));
        if (seen.keys.defined()) {
            const at::Tensor found = reduce_heads(seen, norms_in_order(seen.keys), Reduce::Mean).to(at::kFloat);
            norms.copy_(at::where(norms.eq(0), found, norms));
        }
        return norms.neg();
    }
    [[nodiscard]] std::optional<StepScore> stepScore() const override {
        return StepScore{StepScore::Kind::KeyNorm, false, 0, 0};
    }
    [[nodiscard]] std::unique_ptr<Scorer> clone() const override { return std::make_unique<NormScorer>(*this); }

 private:
    Granularity m_granularity;
};

Policy* createPolicy(const char* /*id*/, const Parameters& parameters) {
    return compose(scheduled(std::make_unique<NormScorer>(granularity_of(parameters)), parameters)).release();
}

Scorer* createScorer(const char* /*id*/, const Parameters& parameters) {
    return std::make_unique<NormScorer>(granularity_of(parameters)).release();
}

}  // namespace

KVW_PLUGIN(createPolicy, createScorer, nullptr)
