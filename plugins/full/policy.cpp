// SPDX-License-Identifier: Apache-2.0
/// Full cache (POLICIES.md, section 1): keeps every token, the baseline for all other policies.
#include <optional>

#include "core/policy/sdk/plugin.h"

namespace {

using namespace kvw::sdk;

class Full final : public RulePolicy {
 public:
    [[nodiscard]] Needs needs() const override { return {}; }
    [[nodiscard]] bool acceptsStreaming() const override { return true; }
    [[nodiscard]] std::optional<StepRule> stepRule() const override {
        StepRule rule;
        rule.every = 0;
        return rule;
    }
    [[nodiscard]] std::unique_ptr<Policy> clone() const override { return std::make_unique<Full>(*this); }
};

Policy* create(const char* /*id*/, const Parameters& /*parameters*/) {
    return std::make_unique<Full>().release();
}

}  // namespace

KVW_PLUGIN(create, nullptr, nullptr)
