// SPDX-License-Identifier: Apache-2.0
#include "app/cli/copy_while_running.h"

#include <cstdio>

#include "core/base/thread_priority.h"
#include "core/policy/host/catalog.h"

namespace kvw::cli {

CopyWhileRunning::CopyWhileRunning(std::shared_ptr<const Recording> recording, CopyPace pace)
    : m_recording(std::move(recording)),
      m_copy(unfinishedFolder(PluginPaths::standard().stateFolder), "kvw", 0),
      m_pace(pace),
      m_thread([this] { work(); }) {}

CopyWhileRunning::~CopyWhileRunning() {
    stop();
}

void CopyWhileRunning::stop() {
    {
        const std::lock_guard lock(m_mutex);
        m_stop = true;
    }
    m_wake.notify_all();
    if (m_thread.joinable()) {
        m_thread.join();
    }
}

CopyWhileRunning::Left CopyWhileRunning::leave() {
    stop();
    const bool whole = m_copy.write(*m_recording).has_value();
    std::error_code none;
    if (!whole && !std::filesystem::exists(m_copy.path(), none)) {
        return {};
    }
    m_copy.leave();
    return {m_copy.path(), whole};
}

void CopyWhileRunning::work() {
    stepBehind();
    m_pace.begin(CopyPace::Clock::now());
    std::unique_lock lock(m_mutex);
    while (!m_wake.wait_until(lock, m_pace.due(), [this] { return m_stop.load(); })) {
        lock.unlock();
        const auto from = CopyPace::Clock::now();
        if (anythingRecorded(*m_recording)) {
            const auto goOn = [this](std::int64_t, std::int64_t) { return !m_stop; };
            if (const auto written = m_copy.write(*m_recording, goOn); !written) {
                if (written.error().code != Code::Cancelled) {
                    std::fprintf(stderr, "warning: what is recorded is not kept for a crash: %s\n",
                                 written.error().sentence().c_str());
                }
                return;
            }
        }
        m_pace.wrote(from, CopyPace::Clock::now());
        lock.lock();
    }
}

}  // namespace kvw::cli
