// SPDX-License-Identifier: Apache-2.0
#include "core/policy/host/loading/guarded_policy.h"

#include <fmt/format.h>

#include "core/policy/host/loading/guard.h"
#include "core/policy/host/loading/missing_tensors.h"

namespace kvw {

GuardedPolicy::GuardedPolicy(std::unique_ptr<sdk::Policy> policy, std::string who)
    : m_policy(std::move(policy), who), m_who(std::move(who)) {}

Phrase GuardedPolicy::at(const sdk::Observation& layer) {
    m_step = layer.seen - 1;
    return phrase("%1, layer %2, step %3", m_who, layer.firstLayer, m_step);
}

Phrase GuardedPolicy::now() const {
    return m_step < 0 ? Phrase(m_who) : phrase("%1, step %2", m_who, m_step);
}

Result<sdk::Needs> GuardedPolicy::needs() const {
    const FirstCalls::Running call(m_policy.calls(), FirstCalls::Call::Other, "needs", m_step);
    return guarded(m_who, Consequence::RunStopped, [&] { return m_policy->needs(); });
}

Result<bool> GuardedPolicy::acceptsStreaming() const {
    const FirstCalls::Running call(m_policy.calls(), FirstCalls::Call::Other, "acceptsStreaming", m_step);
    return guarded(m_who, Consequence::RunStopped, [&] { return m_policy->acceptsStreaming(); });
}

Result<sdk::Protection> GuardedPolicy::protection() const {
    const FirstCalls::Running call(m_policy.calls(), FirstCalls::Call::Other, "protection", m_step);
    return guarded(now(), Consequence::RunStopped, [&] { return m_policy->protection(); });
}

template <class Call>
auto GuardedPolicy::show(const Phrase& where, const sdk::Observation& seen, const Call& call)
    -> Result<std::invoke_result_t<Call, sdk::Policy&, const sdk::Observation&>> {
    auto done = guarded(where, Consequence::None, [&] { return call(*m_policy, seen); });
    if (!done) {
        Error error = std::move(done.error());
        if (error.code == Code::Policy) {
            const auto again = [&call](sdk::Policy& copy, const sdk::Observation& shown) {
                static_cast<void>(call(copy, shown));
            };
            const Phrase missing = missingTensors(*m_policy, m_shape, seen, error.what.english(), again);
            error.what = missing.empty() ? error.what : phrase("%1 (%2)", missing, error.what);
        }
        error.what = withConsequence(std::move(error.what));
        return tl::unexpected(std::move(error));
    }
    return done;
}

Result<void> GuardedPolicy::begin(const sdk::RunInfo& run) {
    m_shape = run.shape;
    const FirstCalls::Running call(m_policy.calls(), FirstCalls::Call::Begin, "begin", m_step);
    return guarded(phrase("%1, at the start of a run", m_who), Consequence::RunStopped, [&] { m_policy->begin(run); });
}

Result<void> GuardedPolicy::observeRows(const sdk::Observation& layer, std::int64_t firstRow) {
    const Phrase where = at(layer);
    const FirstCalls::Running call(m_policy.calls(), FirstCalls::Call::Rows, "observeRows", m_step);
    return show(where, layer,
                [firstRow](sdk::Policy& policy, const sdk::Observation& seen) { policy.observeRows(seen, firstRow); });
}

Result<sdk::Edits> GuardedPolicy::prefillLayer(const sdk::Observation& layer) {
    const Phrase where = at(layer);
    const FirstCalls::Running call(m_policy.calls(), FirstCalls::Call::Layer, "prefillLayer", m_step);
    return show(where, layer,
                [](sdk::Policy& policy, const sdk::Observation& seen) { return policy.prefillLayer(seen); });
}

Result<sdk::Edits> GuardedPolicy::prefillEnd() {
    const FirstCalls::Running call(m_policy.calls(), FirstCalls::Call::End, "prefillEnd", m_step);
    return guarded(phrase("%1, after the prompt", now()), Consequence::RunStopped,
                   [&] { return m_policy->prefillEnd(); });
}

Result<sdk::Edits> GuardedPolicy::step(const sdk::Observation& all) {
    m_step = all.seen - 1;
    const FirstCalls::Running call(m_policy.calls(), FirstCalls::Call::Step, "step", m_step);
    return show(now(), all, [](sdk::Policy& policy, const sdk::Observation& seen) { return policy.step(seen); });
}

Result<std::optional<sdk::StepRule>> GuardedPolicy::stepRule() const {
    const auto* policy = dynamic_cast<const sdk::RulePolicy*>(&*m_policy);
    if (policy == nullptr) {
        return std::optional<sdk::StepRule>();
    }
    const FirstCalls::Running call(m_policy.calls(), FirstCalls::Call::Other, "stepRule", m_step);
    return guarded(now(), Consequence::RunStopped, [&] { return policy->stepRule(); });
}

Result<void> GuardedPolicy::ruleFollowed(std::int64_t seen, bool cutFirst) {
    m_step = seen - 1;
    const FirstCalls::Running call(m_policy.calls(), FirstCalls::Call::Other, "ruleFollowed", m_step);
    return guarded(now(), Consequence::RunStopped,
                   [&] { dynamic_cast<sdk::RulePolicy&>(*m_policy).ruleFollowed(seen, cutFirst); });
}

Result<void> GuardedPolicy::set(const sdk::Parameters& values) {
    const FirstCalls::Running call(m_policy.calls(), FirstCalls::Call::Set, "set", m_step);
    return guarded(phrase("%1, when a parameter changed", now()), Consequence::RunStopped,
                   [&] { m_policy->set(values); });
}

Result<sdk::Report> GuardedPolicy::report() const {
    const FirstCalls::Running call(m_policy.calls(), FirstCalls::Call::Layer, "report", m_step);
    return guarded(phrase("%1, in its report", now()), Consequence::RunStopped, [&] { return m_policy->report(); });
}

Result<GuardedPolicy> GuardedPolicy::clone() const {
    const FirstCalls::Running call(m_policy.calls(), FirstCalls::Call::Other, "clone", m_step);
    KVW_TRY_ASSIGN(auto copy, guarded(phrase("%1, while being copied", now()), Consequence::None,
                                      [&] { return m_policy->clone(); }));
    if (copy == nullptr) {
        return fail(Code::Policy, now(), "its copy is null", "null", "an object");
    }
    GuardedPolicy result(std::move(copy), m_who);
    result.m_step = m_step;
    result.m_shape = m_shape;
    result.m_policy.setCalls(m_policy.calls());
    return result;
}

}  // namespace kvw
