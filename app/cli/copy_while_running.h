// SPDX-License-Identifier: Apache-2.0
/// Keeps a copy of what a run has recorded while it goes on, in a folder of the user's state: a program that is killed
/// leaves it there (core/library/unfinished.h).
#pragma once

#include <atomic>
#include <condition_variable>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include "core/library/unfinished.h"

namespace kvw::cli {

/// Writes from a thread of its own, behind those of the run; a failure is one line on standard error. While a copy is
/// on the disk, it is in the last words of the program (plugin_calls.h). Thread: one at a time.
class CopyWhileRunning {
 public:
    /// Without a pace nothing is written but by `leave`.
    CopyWhileRunning(std::shared_ptr<const Recording> recording, std::optional<CopyPace> pace);
    ~CopyWhileRunning();  ///< the copy goes, unless it was left
    CopyWhileRunning(const CopyWhileRunning&) = delete;
    CopyWhileRunning& operator=(const CopyWhileRunning&) = delete;

    void stop();  ///< gives up the copy under way; nothing more is written
    void remove() { m_copy.remove(); }
    struct Left {
        std::filesystem::path path;  ///< empty: there is none
        bool whole = false;          ///< all that was recorded; else what was when the last copy was due
    };
    /// Where a bundle cannot be written in the end: the copy stays, brought up to date if that can be done.
    [[nodiscard]] Left leave();

 private:
    void work(CopyPace pace);
    void sayWhere(bool whole) const;

    std::shared_ptr<const Recording> m_recording;
    UnfinishedCopy m_copy;
    std::mutex m_mutex;
    std::condition_variable m_wake;
    std::atomic<bool> m_stop = false;  ///< changes under the mutex
    std::thread m_thread;
};

/// How the end of a run went: `left` is where it lies instead of in a bundle.
struct RunWritten {
    Result<void> done;
    CopyWhileRunning::Left left;
};
/// `write` makes the bundle `target`; where it fails or throws, the copy stays: it takes less memory, and another disk.
[[nodiscard]] RunWritten writeOrLeave(CopyWhileRunning& copy, const std::filesystem::path& target,
                                      const std::function<Result<void>()>& write);

}  // namespace kvw::cli
