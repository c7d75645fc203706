// SPDX-License-Identifier: Apache-2.0
#include "core/policy/host/first_calls.h"

#include <algorithm>
#include <array>
#include <utility>

namespace kvw {

struct FirstCalls::Tried {
    PluginPaths paths;
    std::vector<std::string> plugins;
    std::array<bool, static_cast<std::size_t>(Call::Set) + 1> calls{};

    [[nodiscard]] bool& of(Call call) { return calls[static_cast<std::size_t>(call)]; }
};

FirstCalls::FirstCalls(const PluginPaths& paths, std::vector<std::string> plugins) {
    std::sort(plugins.begin(), plugins.end());
    plugins.erase(std::unique(plugins.begin(), plugins.end()), plugins.end());
    m_tried = std::make_shared<Tried>(Tried{paths, std::move(plugins), {}});
}

FirstCalls::Running::Running(const FirstCalls& calls, Call call) : m_call(call) {
    if (calls.m_tried == nullptr || calls.m_tried->of(call)) {
        return;
    }
    m_tried = calls.m_tried;
    for (const std::string& plugin : m_tried->plugins) {
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
