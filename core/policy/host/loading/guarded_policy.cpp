// SPDX-License-Identifier: Apache-2.0
#include "core/policy/host/loading/guarded_policy.h"

#include <fmt/format.h>

#include "core/policy/host/loading/guard.h"
#include "core/policy/host/loading/missing_tensors.h"

namespace kvw {

Phrase GuardedPolicy::at(const sdk::Observation& layer) {
    setNewest(layer.seen - 1);
    return phrase("%1, layer %2, step %3", who(), layer.firstLayer, newest());
}

Result<sdk::Needs> GuardedPolicy::needs() const {
    return called(FirstCalls::Call::Other, "needs", who(), [&] { return object().needs(); });
}

Result<bool> GuardedPolicy::acceptsStreaming() const {
    return called(FirstCalls::Call::Other, "acceptsStreaming", who(), [&] { return object().acceptsStreaming(); });
}

Result<sdk::Protection> GuardedPolicy::protection() const {
    return called(FirstCalls::Call::Other, "protection", now(), [&] { return object().protection(); });
}

template <class Call>
auto GuardedPolicy::show(const Phrase& where, const sdk::Observation& seen, const Call& call)
    -> Result<std::invoke_result_t<Call, sdk::Policy&, const sdk::Observation&>> {
    auto done = guarded(where, Consequence::None, [&] { return call(object(), seen); });
    if (!done) {
        Error error = std::move(done.error());
        if (error.code == Code::Policy) {
            const auto again = [&call](sdk::Policy& copy, const sdk::Observation& shown) {
                static_cast<void>(call(copy, shown));
            };
            const Phrase missing = missingTensors(object(), m_shape, seen, error.what, m_python, again);
            error.what = missing.empty() ? error.what : phrase("%1 (%2)", missing, error.what);
        }
        error.what = withConsequence(std::move(error.what));
        return tl::unexpected(std::move(error));
    }
    return done;
}

Result<void> GuardedPolicy::begin(const sdk::RunInfo& run) {
    m_shape = run.shape;
    return GuardedObject::begin(run);
}

Result<void> GuardedPolicy::observeRows(const sdk::Observation& layer, std::int64_t firstRow) {
    const Phrase where = at(layer);
    const FirstCalls::Running call(calls(), FirstCalls::Call::Rows, "observeRows", newest());
    return show(where, layer,
                [firstRow](sdk::Policy& policy, const sdk::Observation& seen) { policy.observeRows(seen, firstRow); });
}

Result<sdk::Edits> GuardedPolicy::prefillLayer(const sdk::Observation& layer) {
    const Phrase where = at(layer);
    const FirstCalls::Running call(calls(), FirstCalls::Call::Layer, "prefillLayer", newest());
    return show(where, layer,
                [](sdk::Policy& policy, const sdk::Observation& seen) { return policy.prefillLayer(seen); });
}

Result<sdk::Edits> GuardedPolicy::prefillEnd() {
    return called(FirstCalls::Call::End, "prefillEnd", phrase("%1, after the prompt", now()),
                  [&] { return object().prefillEnd(); });
}

Result<sdk::Edits> GuardedPolicy::step(const sdk::Observation& all) {
    setNewest(all.seen - 1);
    const FirstCalls::Running call(calls(), FirstCalls::Call::Step, "step", newest());
    return show(now(), all, [](sdk::Policy& policy, const sdk::Observation& seen) { return policy.step(seen); });
}

Result<std::optional<sdk::StepRule>> GuardedPolicy::stepRule() const {
    const auto* policy = dynamic_cast<const sdk::RulePolicy*>(&object());
    if (policy == nullptr) {
        return std::optional<sdk::StepRule>();
    }
    return called(FirstCalls::Call::Other, "stepRule", now(), [&] { return policy->stepRule(); });
}

Result<void> GuardedPolicy::ruleFollowed(const sdk::StepOutcome& outcome) {
    setNewest(outcome.seen - 1);
    return called(FirstCalls::Call::Other, "ruleFollowed", now(),
                  [&] { dynamic_cast<sdk::RulePolicy&>(object()).ruleFollowed(outcome); });
}

Result<GuardedPolicy> GuardedPolicy::clone() const {
    KVW_TRY_ASSIGN(auto copy, copied());
    GuardedPolicy result(std::move(copy), m_python);
    result.m_shape = m_shape;
    return result;
}

}  // namespace kvw
