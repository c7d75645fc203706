// SPDX-License-Identifier: Apache-2.0
/// The calls of what a plugin has made: each is known while it is under way (plugin_calls.h), and untried code is
/// marked on the disk while it runs, so that a crash or a kill in it names the culprit at the next start.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/policy/host/catalog.h"
#include "core/policy/host/plugin_calls.h"

namespace kvw {

/// A `loading-` mark of each plugin (catalog.h) stands during calls of a kind that has not come back yet: whatever ends
/// the program meanwhile, a kill of a call that hangs too, names it. Later calls are named by a fatal signal in them.
/// Copies share what was tried.
class FirstCalls {
 public:
    /// Kinds that are tried apart. Layer: what a prefill pass asks layer after layer; it counts as tried when End does.
    /// Other: what answers at once; never marked beforehand.
    enum class Call : std::uint8_t { Begin, Rows, Layer, End, Step, Set, Other };

    /// `who`: "peak 1.0.0". Nothing is ever marked.
    explicit FirstCalls(std::string who);
    FirstCalls(std::string who, const PluginPaths& paths, std::vector<PluginPlace> plugins);

    /// One call; lives as long as it runs.
    class Running;

 private:
    struct Tried;
    std::shared_ptr<Tried> m_tried;
};

class FirstCalls::Running {
 public:
    /// `name` is a constant, as an author knows the call; `token`: the newest that was shown, -1: none yet.
    Running(const FirstCalls& calls, Call call, const char* name, std::int64_t token = -1);
    ~Running();
    Running(const Running&) = delete;
    Running& operator=(const Running&) = delete;

 private:
    std::shared_ptr<Tried> m_tried;
    Call m_call;
    PluginCall m_inCall;
    std::vector<std::unique_ptr<LoadingMark>> m_marks;
};

/// An object that a plugin has made. Its destructor is a call like any other.
template <class Kind>
class Made {
 public:
    Made(std::unique_ptr<Kind> object, std::string who) : m_object(std::move(object)), m_calls(std::move(who)) {}
    ~Made() { drop(); }
    Made(Made&& other) noexcept = default;
    Made& operator=(Made&& other) noexcept {
        drop();
        m_object = std::move(other.m_object);
        m_calls = std::move(other.m_calls);
        return *this;
    }

    Kind* operator->() const noexcept { return m_object.get(); }
    Kind& operator*() const noexcept { return *m_object; }
    [[nodiscard]] const FirstCalls& calls() const noexcept { return m_calls; }
    void setCalls(FirstCalls calls) { m_calls = std::move(calls); }

 private:
    void drop() noexcept {
        if (m_object != nullptr) {
            const FirstCalls::Running call(m_calls, FirstCalls::Call::Other, "its destructor");
            m_object.reset();
        }
    }

    std::unique_ptr<Kind> m_object;
    FirstCalls m_calls;
};

}  // namespace kvw
