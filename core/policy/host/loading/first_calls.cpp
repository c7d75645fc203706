// SPDX-License-Identifier: Apache-2.0
#include "core/policy/host/loading/first_calls.h"

#include <algorithm>
#include <array>
#include <atomic>

namespace kvw {

struct FirstCalls::Tried {
    Tried(std::string who, PluginPaths where, std::vector<PluginPlace> places)
        : paths(std::move(where)),
          plugins(std::move(places)),
          called(std::make_shared<const CalledPlugins>(std::move(who), paths, plugins)) {
        of(Call::Other) = true;
    }
    PluginPaths paths;
    std::vector<PluginPlace> plugins;  ///< plugins to mark
    std::shared_ptr<const CalledPlugins> called;
    // Atomic, because a what-if selection may call a copy of the policy in another thread at the same time.
    std::array<std::atomic<bool>, static_cast<std::size_t>(Call::Other) + 1> calls{};

    [[nodiscard]] std::atomic<bool>& of(Call call) { return calls[static_cast<std::size_t>(call)]; }
};

FirstCalls::FirstCalls(std::string who) : FirstCalls(std::move(who), {}, {}) {}

FirstCalls::FirstCalls(std::string who, const PluginPaths& paths, std::vector<PluginPlace> plugins) {
    std::sort(plugins.begin(), plugins.end());
    plugins.erase(std::unique(plugins.begin(), plugins.end()), plugins.end());
    m_tried = std::make_shared<Tried>(std::move(who), paths, std::move(plugins));
}

FirstCalls::Running::Running(const FirstCalls& calls, Call call, const char* name, std::int64_t token)
    : m_tried(calls.m_tried), m_call(call), m_inCall(m_tried->called, name, token) {
    if (m_tried->of(call)) {
        return;
    }
    for (const PluginPlace& plugin : m_tried->plugins) {
        m_marks.push_back(std::make_unique<LoadingMark>(m_tried->paths, plugin, name));
    }
}

FirstCalls::Running::~Running() {
    if (m_tried->of(m_call)) {
        return;
    }
    holdStandardStreams();
    if (m_call == Call::Layer) {
        return;
    }
    m_tried->of(m_call) = true;
    if (m_call == Call::End) {
        m_tried->of(Call::Layer) = true;
    }
}

}  // namespace kvw
