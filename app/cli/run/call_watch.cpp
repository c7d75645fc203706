// SPDX-License-Identifier: Apache-2.0
#include "app/cli/run/call_watch.h"

#include <chrono>
#include <cstdio>
#include <optional>
#include <utility>

#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "app/cli/report/text_table.h"
#include "app/cli/run/interrupt.h"
#include "core/policy/host/plugin_calls.h"

namespace kvw::cli {
namespace {

using Clock = std::chrono::steady_clock;

std::mutex g_saveMutex;
std::function<void(const Phrase&)> g_save;

}  // namespace

CallWatch::CallWatch() : m_thread([this] { watch(); }) {}

CallWatch::~CallWatch() {
    {
        const std::lock_guard lock(m_mutex);
        m_stop = true;
    }
    m_wake.notify_all();
    m_thread.join();
}

void CallWatch::watch() {
    constexpr std::chrono::milliseconds kLook{250};
    Clock::time_point told{};  // start of the call reported last
    std::optional<Clock::time_point> asked;
    std::unique_lock lock(m_mutex);
    while (!m_wake.wait_for(lock, kLook, [this] { return m_stop; })) {
        const auto now = Clock::now();
        asked = !Interrupt::pending() ? std::nullopt : asked ? asked : std::optional(now);
        const auto call = longCallUnderWay();
        if (!call) {
            continue;
        }
        const Phrase words = call->words(now);
        if (call->since != told) {
            told = call->since;
            std::fprintf(stderr, "\nwarning: %s.\n", words.english().c_str());
        }
        if (!asked || now - *asked < kLongCall) {
            continue;
        }
        {
            const std::lock_guard saving(g_saveMutex);
            const Phrase stopped = phrase("Stopped on request; %1.", words);
            std::fprintf(stderr, "%s\n", oneLine(stopped.english()).c_str());
            if (g_save) {
                g_save(stopped);
            }
            std::fflush(output());
            endProcess(static_cast<int>(Exit::Failed));
        }
    }
}

CallWatch::Save::Save(std::function<void(const Phrase& sentence)> save) {
    const std::lock_guard lock(g_saveMutex);
    g_save = std::move(save);
}

CallWatch::Save::~Save() {
    const std::lock_guard lock(g_saveMutex);
    g_save = nullptr;
}

}  // namespace kvw::cli
