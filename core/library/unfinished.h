// SPDX-License-Identifier: Apache-2.0
/// What is left of runs whose program ended before they were saved: while a run goes on, its program keeps a copy of
/// what is recorded in a folder of the user's state, and takes it away when it comes to its own end.
///
/// A copy is a bundle (whole or not at all) called `<program>-<machine>-<pid>-<start>-<n>`: programs never touch each
/// other's, and one whose process is gone is what a crash or a kill left. `start` is the time the process started, so
/// that a process number that is used again is not taken for it.
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

/// `stateFolder`: PluginPaths::stateFolder. It need not exist; empty: nowhere.
[[nodiscard]] std::filesystem::path unfinishedFolder(const std::filesystem::path& stateFolder);

struct UnfinishedRun {
    std::string program;     ///< that ended: "window" or "kvw"
    std::int64_t steps = 0;  ///< recorded, of the longest lane
    LibraryEntry entry;
};
/// Those of programs that are gone, of this machine, the newest first.
[[nodiscard]] std::vector<UnfinishedRun> unfinishedRuns(const std::filesystem::path& folder);

/// Moves one into `folder` (runFolder), where it is a bundle like any other; its new path. Errors: NotFound (it was
/// kept or forgotten meanwhile), Io.
[[nodiscard]] Result<std::filesystem::path> keepUnfinished(const std::filesystem::path& run,
                                                           const std::filesystem::path& folder);
/// Removes one. Errors: NotFound, Io.
[[nodiscard]] Result<void> forgetUnfinished(const std::filesystem::path& run);

/// Whether there is something to write a bundle of: every lane has begun (one that failed in the prompt has no step).
[[nodiscard]] bool anythingRecorded(const Recording& recording);

/// The copy of a run of this process; it goes with the object. Thread: one at a time.
class UnfinishedCopy {
 public:
    /// `number`: tells the copies of one process apart. Nothing is written yet.
    UnfinishedCopy(const std::filesystem::path& folder, const std::string& program, int number);
    ~UnfinishedCopy();
    UnfinishedCopy(const UnfinishedCopy&) = delete;
    UnfinishedCopy& operator=(const UnfinishedCopy&) = delete;

    /// Replaces it by what is recorded now. A run that goes on is written as one that the end of the program stopped;
    /// it is not held up. Errors: those of writeBundle, and then the copy is what it was before; nothing is thrown, so
    /// that a thread of its own can do it.
    Result<void> write(const Recording& recording, const WriteWatch& watch = {});
    void remove();  ///< what cannot be removed is offered at the next start
    [[nodiscard]] const std::filesystem::path& path() const noexcept { return m_path; }
    /// It stays when the object goes, to be found by `unfinishedRuns` after the end of the process.
    void leave() noexcept { m_stays = true; }

 private:
    Result<void> writeNow(const Recording& recording, const WriteWatch& watch) const;

    std::filesystem::path m_path;
    std::string m_program;
    bool m_stays = false;
};

/// When a copy is due: not of what is over in a moment, and so that writing takes a twentieth of the time at most.
class CopyPace {
 public:
    using Clock = std::chrono::steady_clock;
    explicit CopyPace(std::chrono::milliseconds first = std::chrono::seconds(2),
                      std::chrono::milliseconds least = std::chrono::seconds(10),
                      std::chrono::milliseconds again = std::chrono::seconds(1))
        : m_first(first), m_least(least), m_again(again) {}
    void begin(Clock::time_point now) { m_due = now + m_first; }
    /// There was nothing to write yet: it is looked for again soon.
    void skipped(Clock::time_point now) { m_due = now + m_again; }
    void wrote(Clock::time_point from, Clock::time_point to);
    [[nodiscard]] Clock::time_point due() const noexcept { return m_due; }

 private:
    std::chrono::milliseconds m_first, m_least, m_again;
    Clock::time_point m_due;
};

}  // namespace kvw
