// SPDX-License-Identifier: Apache-2.0
/// Recovers runs whose program ended before they were saved. While a run goes on, its program keeps a copy of the
/// recording in a folder of the user's state; it removes the copy when the program ends normally.
///
/// A copy is a bundle (whole or not at all) called `<program>-<machine>-<pid>-<start>-<n>`. Programs never touch each
/// other's copies, and a copy whose process no longer exists was left by a crash or a kill. `start` is the start time
/// of the process, so that a reused process id is not mistaken for it.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/bundle/write_watched.h"
#include "core/library/entry.h"
#include "core/trace/recording.h"

namespace kvw {

/// Returns the folder of the copies, which need not exist; empty if `stateFolder` (PluginPaths::stateFolder) is empty.
[[nodiscard]] std::filesystem::path unfinishedFolder(const std::filesystem::path& stateFolder);

struct UnfinishedRun {
    std::string program;     ///< program that ended: "window" or "kvw"
    std::int64_t steps = 0;  ///< recorded steps of the longest lane
    LibraryEntry entry;
};
/// Returns the copies of processes of this machine that no longer exist, the newest first.
[[nodiscard]] std::vector<UnfinishedRun> unfinishedRuns(const std::filesystem::path& folder);

/// Moves a copy into `folder` (runFolder), where it is a bundle like any other, and returns its new path. Errors:
/// NotFound (it was kept or forgotten meanwhile), Io.
[[nodiscard]] Result<std::filesystem::path> keepUnfinished(const std::filesystem::path& run,
                                                           const std::filesystem::path& folder);
/// Removes a copy. Errors: NotFound, Io.
[[nodiscard]] Result<void> forgetUnfinished(const std::filesystem::path& run);

/// Returns true if the recording can be written as a bundle: every lane has begun, and at least one has a step (a lane
/// that failed in the prompt has none).
[[nodiscard]] bool anythingRecorded(const Recording& recording);

/// Copy of a run of this process; it is removed with the object. Thread: one at a time.
class UnfinishedCopy {
 public:
    /// Writes nothing yet. `number` tells the copies of one process apart.
    UnfinishedCopy(const std::filesystem::path& folder, const std::string& program, int number);
    ~UnfinishedCopy();
    UnfinishedCopy(const UnfinishedCopy&) = delete;
    UnfinishedCopy& operator=(const UnfinishedCopy&) = delete;

    /// Replaces the copy by the current recording. A run that goes on is written as stopped by the end of the program;
    /// the run itself is not held up. Errors: those of writeBundle; the copy is then unchanged. Does not throw, so it
    /// can run on a thread of its own.
    Result<void> write(const Recording& recording, const WriteWatch& watch = {});
    void remove();  ///< removes the copy; one that cannot be removed is offered at the next start
    [[nodiscard]] const std::filesystem::path& path() const noexcept { return m_path; }
    /// Keeps the copy when the object is destroyed; `unfinishedRuns` finds it after the end of the process.
    void leave() noexcept { m_stays = true; }

 private:
    Result<void> writeNow(const Recording& recording, const WriteWatch& watch) const;

    std::filesystem::path m_path;
    std::string m_program;
    bool m_stays = false;
};

/// Times at which a copy is due: never for very short runs, and so that writing takes at most a twentieth of the time.
class CopyPace {
 public:
    using Clock = std::chrono::steady_clock;
    explicit CopyPace(std::chrono::milliseconds first = std::chrono::seconds(2),
                      std::chrono::milliseconds least = std::chrono::seconds(10),
                      std::chrono::milliseconds again = std::chrono::seconds(1))
        : m_first(first), m_least(least), m_again(again) {}
    void begin(Clock::time_point now) { m_due = now + m_first; }
    /// Sets a new time soon, because there was nothing to write yet.
    void skipped(Clock::time_point now) { m_due = now + m_again; }
    void wrote(Clock::time_point from, Clock::time_point to);
    [[nodiscard]] Clock::time_point due() const noexcept { return m_due; }

 private:
    std::chrono::milliseconds m_first, m_least, m_again;
    Clock::time_point m_due;
};

}  // namespace kvw
