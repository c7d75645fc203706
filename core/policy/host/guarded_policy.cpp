// SPDX-License-Identifier: Apache-2.0
#include "core/policy/host/guarded_policy.h"

#include <fmt/format.h>

#include "core/policy/host/guard.h"

namespace kvw {

GuardedPolicy::GuardedPolicy(std::unique_ptr<sdk::Policy> policy, std::string who)
    : m_policy(std::move(policy)), m_who(std::move(who)) {}

std::string GuardedPolicy::at(const sdk::Observation& layer) {
    m_step = layer.seen - 1;
    return fmt::format("{}, layer {}, step {}", m_who, layer.firstLayer, m_step);
}

std::string GuardedPolicy::now() const {
    return m_step < 0 ? m_who : fmt::format("{}, step {}", m_who, m_step);
}

Result<sdk::Needs> GuardedPolicy::needs() const {
    const FirstCalls::Running call(m_calls, FirstCalls::Call::Other);
    return guarded(m_who, kStopped, [&] { return m_policy->needs(); });
}

Result<bool> GuardedPolicy::acceptsStreaming() const {
    const FirstCalls::Running call(m_calls, FirstCalls::Call::Other);
    return guarded(m_who, kStopped, [&] { return m_policy->acceptsStreaming(); });
}

Result<sdk::Protection> GuardedPolicy::protection() const {
    const FirstCalls::Running call(m_calls, FirstCalls::Call::Other);
    return guarded(now(), kStopped, [&] { return m_policy->protection(); });
}

Result<void> GuardedPolicy::begin(const sdk::RunInfo& run) {
    const FirstCalls::Running call(m_calls, FirstCalls::Call::Begin);
    return guarded(m_who + ", at the start of a run", kStopped, [&] { m_policy->begin(run); });
}

Result<void> GuardedPolicy::observeRows(const sdk::Observation& layer, std::int64_t firstRow) {
    const FirstCalls::Running call(m_calls, FirstCalls::Call::Rows);
    return guarded(at(layer), kStopped, [&] { m_policy->observeRows(layer, firstRow); });
}

Result<sdk::Edits> GuardedPolicy::prefillLayer(const sdk::Observation& layer) {
    const FirstCalls::Running call(m_calls, FirstCalls::Call::Layer);
    return guarded(at(layer), kStopped, [&] { return m_policy->prefillLayer(layer); });
}

Result<sdk::Edits> GuardedPolicy::prefillEnd() {
    const FirstCalls::Running call(m_calls, FirstCalls::Call::End);
    return guarded(now() + ", after the prompt", kStopped, [&] { return m_policy->prefillEnd(); });
}

Result<sdk::Edits> GuardedPolicy::step(const sdk::Observation& all) {
    m_step = all.seen - 1;
    const FirstCalls::Running call(m_calls, FirstCalls::Call::Step);
    return guarded(now(), kStopped, [&] { return m_policy->step(all); });
}

Result<void> GuardedPolicy::set(const sdk::Parameters& values) {
    const FirstCalls::Running call(m_calls, FirstCalls::Call::Set);
    return guarded(now() + ", when a parameter changed", kStopped, [&] { m_policy->set(values); });
}

Result<sdk::Report> GuardedPolicy::report() const {
    const FirstCalls::Running call(m_calls, FirstCalls::Call::Layer);
    return guarded(now() + ", in its report", kStopped, [&] { return m_policy->report(); });
}

Result<GuardedPolicy> GuardedPolicy::clone() const {
    const FirstCalls::Running call(m_calls, FirstCalls::Call::Other);
    auto copy = guarded(now() + ", while being copied", {}, [&] { return m_policy->clone(); });
    if (!copy) {
        return tl::unexpected(copy.error());
    }
    if (*copy == nullptr) {
        return fail(Code::Policy, now(), "its copy is null", "null", "an object");
    }
    GuardedPolicy result(std::move(*copy), m_who);
    result.m_step = m_step;
    result.m_calls = m_calls;
    return result;
}

}  // namespace kvw
