// SPDX-License-Identifier: Apache-2.0
/// Untried code of plugins is marked while it runs: a crash in it names the culprit at the next start.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/policy/host/catalog.h"
#include "core/policy/host/crash_mark.h"

namespace kvw {

/// A `loading-` mark of each plugin (catalog.h) stands during calls of a kind that has not come back yet: whatever ends
/// the program meanwhile, a kill of a call that hangs too, names it. Later calls are named by a fatal signal in them
/// (crash_mark.h). Copies share what was tried.
class FirstCalls {
 public:
    /// Kinds that are tried apart. Layer: what a prefill pass asks layer after layer; it counts as tried when End does.
    /// Other: what answers at once; never marked beforehand.
    enum class Call : std::uint8_t { Begin, Rows, Layer, End, Step, Set, Other };

    FirstCalls() = default;  ///< nothing is ever marked
    FirstCalls(const PluginPaths& paths, std::vector<PluginPlace> plugins);

    /// One call; lives as long as it runs.
    class Running;

 private:
    struct Tried;
    std::shared_ptr<Tried> m_tried;  ///< null: nothing is ever marked
};

class FirstCalls::Running {
 public:
    Running(const FirstCalls& calls, Call call);
    ~Running();
    Running(const Running&) = delete;
    Running& operator=(const Running&) = delete;

 private:
    std::shared_ptr<Tried> m_tried;  ///< keeps what `m_inCall` looks at
    Call m_call;
    CrashMarks::InCall m_inCall;
    std::vector<std::unique_ptr<LoadingMark>> m_marks;
};

}  // namespace kvw
