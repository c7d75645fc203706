// SPDX-License-Identifier: Apache-2.0
#include "core/policy/host/loading/created_policy.h"

namespace kvw {

namespace {

class KeepEverything final : public sdk::RulePolicy {
 public:
    [[nodiscard]] sdk::Needs needs() const override { return {}; }
    [[nodiscard]] bool acceptsStreaming() const override { return true; }
    [[nodiscard]] std::optional<sdk::StepRule> stepRule() const override {
        sdk::StepRule rule;
        rule.every = 0;
        return rule;
    }
    [[nodiscard]] std::unique_ptr<sdk::Policy> clone() const override { return keepEverything(); }
};

std::string nameOf(const ResolvedPart& part) {
    return part.provided.id + " " + part.entry.manifest.version;
}

}  // namespace

std::unique_ptr<sdk::Policy> keepEverything() {
    return std::make_unique<KeepEverything>();
}

GuardedParts guardParts(CreatedPolicy created, const ResolvedPolicy& policy, const PluginPaths* marks) {
    GuardedParts parts(GuardedPolicy(std::move(created.policy), policy.named(), policy.parts[0].entry.isPython()));
    const PluginKind kind = policy.parts[0].kind;
    parts.evicts = kind == PluginKind::Policy || kind == PluginKind::Scorer;
    if (created.reader) {
        parts.reader.emplace(std::move(created.reader), nameOf(*policy.reader()));
    }
    if (created.codec) {
        parts.codec.emplace(std::move(created.codec), nameOf(*policy.codec()));
    }
    if (marks != nullptr) {
        std::vector<PluginPlace> deciding;
        for (const ResolvedPart& part : policy.parts) {
            if (&part != policy.reader() && &part != policy.codec()) {
                deciding.push_back(part.entry.place());
            }
        }
        parts.policy.watch(FirstCalls(policy.named(), *marks, std::move(deciding)));
        if (parts.reader) {
            parts.reader->watch(FirstCalls(parts.reader->who(), *marks, {policy.reader()->entry.place()}));
        }
        if (parts.codec) {
            parts.codec->watch(FirstCalls(parts.codec->who(), *marks, {policy.codec()->entry.place()}));
        }
    }
    return parts;
}

}  // namespace kvw
