// SPDX-License-Identifier: Apache-2.0
/// Records the calls to objects of plugins: each call is known while it is under way (plugin_calls.h), and code that
/// runs for the first time is marked on disk, so that the next start knows in which plugin a program ended.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/policy/host/catalog.h"
#include "core/policy/host/plugin_calls.h"

namespace kvw {

/// Keeps a `loading-` mark of each plugin (catalog.h) during a call of a kind that has not returned before: whatever
/// ends the program meanwhile, including a kill of a call that hangs, leaves a mark (quarantine.h). In later calls a fatal
/// signal or an exit does. Copies share which kinds have returned.
class FirstCalls {
 public:
    /// Kinds of calls, each marked until one of its calls has returned. Layer: calls for each layer of a prefill pass;
    /// marked until End has returned. Other: calls that return at once; never marked.
    enum class Call : std::uint8_t { Begin, Rows, Layer, End, Step, Set, Other };

    /// `who`: such as "peak 1.0.0". This constructor never marks anything.
    explicit FirstCalls(std::string who);
    FirstCalls(std::string who, const PluginPaths& paths, std::vector<PluginPlace> plugins);

    /// Call under way; the object lives as long as the call.
    class Running;

 private:
    struct Tried;
    std::shared_ptr<Tried> m_tried;
};

class FirstCalls::Running {
 public:
    /// `name`: a string constant, as the author of the plugin knows the call; `token`: newest token shown, -1: none
    /// yet.
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

}  // namespace kvw
