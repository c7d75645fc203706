// SPDX-License-Identifier: Apache-2.0
/// KeyDiff (POLICIES.md, section 13): keeps the keys least similar to the mean key direction of the cache. Also the
/// scorer `keydiff` of compositions.
#include <optional>

#include "core/policy/kit/followed_cosines.h"
#include "core/policy/kit/key_geometry.h"
#include "core/policy/kit/scheduled.h"
#include "core/policy/kit/select.h"
#include "core/policy/kit/units.h"
#include "core/policy/sdk/plugin.h"

namespace {

using namespace kvw::sdk;

/// Scorer by the cosine to the anchor, which covers everything held after the pass, protected tokens included.
/// statistics: the norm of the slot's key, 0 until measured; unused with granularity layer, where heads share a slot.
class AnchorScorer final : public RuleScorer {
 public:
    explicit AnchorScorer(Granularity granularity) : m_granularity(granularity) {}

    [[nodiscard]] Needs needs() const override {
        Needs needs;
        needs.granularity = m_granularity;
        needs.keys = true;
        needs.tensorsAtDecode = true;
        needs.statistics = m_granularity == Granularity::Layer ? 0 : 2;
        return needs;
    }
    [[nodiscard]] bool acceptsStreaming() const override { return true; }
    void begin(const RunInfo& /*run*/, const Protection& /*protection*/) override { m_followed.clear(); }
    [[nodiscard]] at::Tensor score(const Observation& seen) override {
        return reduce_heads(seen, cosines_to_mean(seen), Reduce::Mean).neg();
    }
    [[nodiscard]] at::Tensor scoreLowestTwo(const Observation& seen, const at::Tensor& competing) override {
        return m_granularity == Granularity::Layer ? score(seen) : m_followed.negativeHighest(seen, competing);
    }
    [[nodiscard]] std::optional<StepScore> stepScore() const override {
        StepScore score;
        score.kind = StepScore::Kind::Cosine;
        score.keepsLengths = m_granularity != Granularity::Layer;
        return score;
    }
    [[nodiscard]] std::unique_ptr<Scorer> clone() const override { return std::make_unique<AnchorScorer>(*this); }

 private:
    Granularity m_granularity;
    FollowedCosines m_followed;
};

Policy* createPolicy(const char* /*id*/, const Parameters& parameters) {
    return compose(scheduled(std::make_unique<AnchorScorer>(granularity_of(parameters)), parameters)).release();
}

Scorer* createScorer(const char* /*id*/, const Parameters& parameters) {
    return std::make_unique<AnchorScorer>(granularity_of(parameters)).release();
}

}  // namespace

KVW_PLUGIN(createPolicy, createScorer, nullptr)
