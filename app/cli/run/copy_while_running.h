// SPDX-License-Identifier: Apache-2.0
/// Keeps a copy of the recording in the user's state folder while the run goes on; it survives if the program is killed
/// (core/library/unfinished.h).
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

/// Writes the copy from its own thread, which has lower priority than those of the run. A failure is one line on
/// standard error. While a copy is on disk, the program's last words name it (plugin_calls.h). Thread: one at a time.
class CopyWhileRunning {
 public:
    /// Starts the copying. No `pace`: only `leave` writes a copy.
    CopyWhileRunning(std::shared_ptr<const Recording> recording, std::optional<CopyPace> pace);
    ~CopyWhileRunning();  ///< removes the copy, unless `leave` was called
    CopyWhileRunning(const CopyWhileRunning&) = delete;
    CopyWhileRunning& operator=(const CopyWhileRunning&) = delete;

    void stop();  ///< cancels a copy in progress; nothing more is written
    void remove() { m_copy.remove(); }
    struct Left {
        std::filesystem::path path;  ///< empty: there is no copy
        bool whole = false;          ///< false: only a part, as of the last write
    };
    /// Keeps the copy when no bundle can be written; brings it up to date first if possible.
    [[nodiscard]] Left leave();

 private:
    void work(CopyPace pace);
    void sayWhere(bool whole) const;

    std::shared_ptr<const Recording> m_recording;
    UnfinishedCopy m_copy;
    std::mutex m_mutex;
    std::condition_variable m_wake;
    std::atomic<bool> m_stop = false;  ///< written only under m_mutex
    std::thread m_thread;
};

/// Result of writing the bundle at the end of a run. `left`: the copy that stays if that failed.
struct RunWritten {
    Result<void> done;
    CopyWhileRunning::Left left;
};
/// Calls `write`, which must write the bundle `target`. If it fails or throws, the copy stays: writing it takes less
/// memory and may be on another disk.
[[nodiscard]] RunWritten writeOrLeave(CopyWhileRunning& copy, const std::filesystem::path& target,
                                      const std::function<Result<void>()>& write);

}  // namespace kvw::cli
