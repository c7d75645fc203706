// SPDX-License-Identifier: Apache-2.0
/// Scorer `recency` of compositions (POLICIES.md, C): the token index, so the newest tokens stay.
#include <optional>

#include "core/policy/kit/units.h"
#include "core/policy/sdk/plugin.h"

namespace {

using namespace kvw::sdk;

class Recency final : public RuleScorer {
 public:
    explicit Recency(Granularity granularity) : m_granularity(granularity) {}

    [[nodiscard]] Needs needs() const override {
        Needs needs;
        needs.granularity = m_granularity;
        return needs;
    }
    [[nodiscard]] bool acceptsStreaming() const override { return true; }
    [[nodiscard]] at::Tensor score(const Observation& seen) override { return seen.tokens.to(at::kFloat); }
    [[nodiscard]] std::optional<StepScore> stepScore() const override { return StepScore{}; }
    [[nodiscard]] std::unique_ptr<Scorer> clone() const override { return std::make_unique<Recency>(*this); }

 private:
    Granularity m_granularity;
};

Scorer* create(const char* /*id*/, const Parameters& parameters) {
    return std::make_unique<Recency>(granularity_of(parameters, Granularity::Layer)).release();
}

}  // namespace

KVW_PLUGIN(nullptr, create, nullptr)
