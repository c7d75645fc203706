// SPDX-License-Identifier: Apache-2.0
#include "app/cli/run/copy_while_running.h"

#include <fmt/format.h>

#include <cstdio>

#include "core/base/catch_exceptions.h"
#include "core/base/process/thread_priority.h"
#include "core/policy/host/plugin_calls.h"

namespace kvw::cli {

CopyWhileRunning::CopyWhileRunning(std::shared_ptr<const Recording> recording, std::optional<CopyPace> pace)
    : m_recording(std::move(recording)), m_copy(unfinishedFolder(PluginPaths::standard().stateFolder), "kvw", 0) {
    if (pace) {
        m_thread = std::thread([this, pace = *pace] { work(pace); });
    }
}

CopyWhileRunning::~CopyWhileRunning() {
    stop();
    setLastWords({});  // if a copy was left, the caller says where it is
}

void CopyWhileRunning::sayWhere(bool whole) const {
    setLastWords(fmt::format("{} is in {} (kvw library --unfinished).",
                             whole ? "The recording" : "A copy of the recording, without the newest steps,",
                             m_copy.path().string()));
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
    m_copy.leave();
    const bool whole = anythingRecorded(*m_recording) && m_copy.write(*m_recording).has_value();
    if (whole) {
        sayWhere(true);
    }
    std::error_code none;
    if (!whole && !std::filesystem::exists(m_copy.path(), none)) {
        return {};
    }
    return {m_copy.path(), whole};
}

void CopyWhileRunning::work(CopyPace pace) {
    lowerThreadPriority();
    pace.begin(CopyPace::Clock::now());
    std::unique_lock lock(m_mutex);
    while (!m_wake.wait_until(lock, pace.due(), [this] { return m_stop.load(); })) {
        lock.unlock();
        const auto from = CopyPace::Clock::now();
        if (!anythingRecorded(*m_recording)) {
            pace.skipped(from);
        } else {
            const auto goOn = [this](std::int64_t, std::int64_t) { return !m_stop; };
            if (const auto written = m_copy.write(*m_recording, goOn); !written) {
                if (written.error().code != Code::Cancelled) {
                    std::fprintf(stderr, "warning: a crash would lose the recorded data: %s\n",
                                 written.error().sentence().c_str());
                }
                return;
            }
            sayWhere(false);
            pace.wrote(from, CopyPace::Clock::now());
        }
        lock.lock();
    }
}

RunWritten writeOrLeave(CopyWhileRunning& copy, const std::filesystem::path& target,
                        const std::function<Result<void>()>& write) {
    copy.stop();
    Result<void> done = catchExceptions(target.string(), write);
    return done ? RunWritten{} : RunWritten{std::move(done), copy.leave()};
}

}  // namespace kvw::cli
