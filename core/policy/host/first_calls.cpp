// SPDX-License-Identifier: Apache-2.0
#include "core/policy/host/first_calls.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <utility>

namespace kvw {

struct FirstCalls::Tried {
    Tried(const PluginPaths& where, std::vector<PluginPlace> places)
        : paths(where), plugins(std::move(places)), crash(paths, plugins) {
        of(Call::Other) = true;
    }
    PluginPaths paths;
    std::vector<PluginPlace> plugins;
    CrashMarks crash;
    // A selection that is asked for meanwhile calls a copy of the policy in another thread.
    std::array<std::atomic<bool>, static_cast<std::size_t>(Call::Other) + 1> calls{};

    [[nodiscard]] std::atomic<bool>& of(Call call) { return calls[static_cast<std::size_t>(call)]; }
};

FirstCalls::FirstCalls(const PluginPaths& paths, std::vector<PluginPlace> plugins) {
    std::sort(plugins.begin(), plugins.end());
    plugins.erase(std::unique(plugins.begin(), plugins.end()), plugins.end());
    m_tried = std::make_shared<Tried>(paths, std::move(plugins));
}

FirstCalls::Running::Running(const FirstCalls& calls, Call call)
    : m_tried(calls.m_tried), m_call(call), m_inCall(m_tried != nullptr ? &m_tried->crash : nullptr) {
    if (m_tried == nullptr || m_tried->of(call)) {
        return;
    }
    for (const PluginPlace& plugin : m_tried->plugins) {
        m_marks.push_back(std::make_unique<LoadingMark>(m_tried->paths, plugin));
    }
}

FirstCalls::Running::~Running() {
    if (m_tried == nullptr || m_call == Call::Layer) {
        return;
    }
    m_tried->of(m_call) = true;
    if (m_call == Call::End) {
        m_tried->of(Call::Layer) = true;
    }
}

}  // namespace kvw
