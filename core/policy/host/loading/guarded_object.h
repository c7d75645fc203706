// SPDX-License-Identifier: Apache-2.0
/// The part that the guards of policies, readers and codecs share: every call of an object that a plugin made is known
/// while it is under way, and what it throws becomes an Error with plugin and step.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>

#include "core/base/error.h"
#include "core/policy/host/loading/first_calls.h"
#include "core/policy/host/loading/guard.h"
#include "core/policy/sdk/observation.h"
#include "core/policy/sdk/parameters.h"
#include "core/policy/sdk/report.h"

namespace kvw::sdk {
class Policy;
}

namespace kvw {

/// Owns an object of a plugin, whose destructor counts as a call, too. Thread: inference thread only.
template <class Kind>
class GuardedObject {
 public:
    ~GuardedObject() { drop(); }
    GuardedObject(GuardedObject&& other) noexcept = default;
    GuardedObject& operator=(GuardedObject&& other) noexcept {
        drop();
        m_object = std::move(other.m_object);
        m_calls = std::move(other.m_calls);
        m_who = std::move(other.m_who);
        m_step = other.m_step;
        return *this;
    }

    /// Marks calls from here on until they have returned once (first_calls.h).
    void watch(FirstCalls calls) { m_calls = std::move(calls); }

    [[nodiscard]] const std::string& who() const noexcept { return m_who; }

    [[nodiscard]] Result<void> begin(const sdk::RunInfo& run) {
        return called(FirstCalls::Call::Begin, "begin", phrase("%1, at the start of a run", m_who),
                      [&] { m_object->begin(run); });
    }
    [[nodiscard]] Result<void> set(const sdk::Parameters& values) {
        return called(FirstCalls::Call::Set, "set", phrase("%1, when a parameter changed", now()),
                      [&] { m_object->set(values); });
    }
    [[nodiscard]] Result<sdk::Report> report() const {
        return called(kReport, "report", phrase("%1, in its report", now()), [&] { return m_object->report(); });
    }

 protected:
    /// `who` is id and version, e.g. "snapkv 1.0.0".
    GuardedObject(std::unique_ptr<Kind> object, std::string who)
        : m_object(std::move(object)), m_calls(who), m_who(std::move(who)) {}

    /// Makes a call; an error names `where` and stops the run.
    template <class Function>
    auto called(FirstCalls::Call kind, const char* name, const Phrase& where, Function&& function) const
        -> Result<std::invoke_result_t<Function>> {
        const FirstCalls::Running call(m_calls, kind, name, m_step);
        return guarded(where, Consequence::RunStopped, std::forward<Function>(function));
    }
    /// Returns a copy of the object in a guard of the same state.
    [[nodiscard]] Result<GuardedObject> copied() const {
        const FirstCalls::Running call(m_calls, FirstCalls::Call::Other, "clone", m_step);
        KVW_TRY_ASSIGN(auto copy, guarded(phrase("%1, while being copied", now()), Consequence::None,
                                          [&] { return m_object->clone(); }));
        if (copy == nullptr) {
            return fail(Code::Policy, now(), "its copy is null", "null", "an object");
        }
        GuardedObject result(std::move(copy), m_who);
        result.m_step = m_step;
        result.m_calls = m_calls;
        return result;
    }

    /// Returns the plugin and, once it has seen a token, the step.
    [[nodiscard]] Phrase now() const { return m_step < 0 ? Phrase(m_who) : phrase("%1, step %2", m_who, m_step); }

    [[nodiscard]] Kind& object() const noexcept { return *m_object; }
    [[nodiscard]] const FirstCalls& calls() const noexcept { return m_calls; }
    /// Returns the index of the newest token that the object was shown; -1: none yet.
    [[nodiscard]] std::int64_t newest() const noexcept { return m_step; }
    void setNewest(std::int64_t step) noexcept { m_step = step; }

 private:
    /// A policy reports for each layer of a prefill pass.
    static constexpr FirstCalls::Call kReport =
        std::is_same_v<Kind, sdk::Policy> ? FirstCalls::Call::Layer : FirstCalls::Call::Other;

    void drop() noexcept {
        if (m_object != nullptr) {
            const FirstCalls::Running call(m_calls, FirstCalls::Call::Other, "its destructor");
            m_object.reset();
        }
    }

    std::unique_ptr<Kind> m_object;
    FirstCalls m_calls;
    std::string m_who;
    std::int64_t m_step = -1;
};

}  // namespace kvw
