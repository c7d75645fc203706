// SPDX-License-Identifier: Apache-2.0
#include "app/cli/copy_while_running.h"

#include <cstdio>

#include "core/policy/host/catalog.h"

namespace kvw::cli {

namespace {

bool anyStepInEachLane(const Recording& recording) {
    for (std::int32_t lane = 0; lane < recording.lanes(); ++lane) {
        if (!recording.hasTrace(lane) || recording.trace(lane).steps() == 0) {
            return false;
        }
    }
    return true;
}

}  // namespace

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

std::filesystem::path CopyWhileRunning::leave() {
    stop();
    if (!m_copy.write(*m_recording)) {
        return {};
    }
    m_copy.leave();
    return m_copy.path();
}

void CopyWhileRunning::work() {
    m_pace.begin(CopyPace::Clock::now());
    std::unique_lock lock(m_mutex);
    while (!m_wake.wait_until(lock, m_pace.due(), [this] { return m_stop; })) {
        lock.unlock();
        const auto from = CopyPace::Clock::now();
        if (anyStepInEachLane(*m_recording)) {
            if (const auto written = m_copy.write(*m_recording); !written) {
                std::fprintf(stderr, "warning: what is recorded is not kept for a crash: %s\n",
                             written.error().sentence().c_str());
                return;
            }
        }
        m_pace.wrote(from, CopyPace::Clock::now());
        lock.lock();
    }
}

}  // namespace kvw::cli
