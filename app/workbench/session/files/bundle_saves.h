// SPDX-License-Identifier: GPL-3.0-or-later
/// Progress and cancellation of the bundles that are being written.
#pragma once

#include <QObject>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "core/bundle/write_watched.h"

namespace kvw::wb {

/// Part of BundleFiles, which calls `begin` and `end`. Thread: GUI thread, except that the function that `begin`
/// returns is called on the thread that writes.
class BundleSaves : public QObject {
    Q_OBJECT
 public:
    /// Registers a save, which lasts until `end`; returns the watch for its writer.
    [[nodiscard]] WriteWatch begin(const std::shared_ptr<const Recording>& recording, const QString& path);
    /// Ends the oldest save. `written`: it succeeded.
    void end(bool written);
    [[nodiscard]] bool saving() const noexcept { return !m_jobs.empty(); }
    [[nodiscard]] bool saving(const Recording& recording) const;
    /// Returns whether a save of the recording with all steps that it has by now is under way.
    [[nodiscard]] bool savingAll(const Recording& recording) const;
    /// Returns the folder or file that the recording was written to last; empty: none.
    [[nodiscard]] QString pathOf(const Recording& recording) const;
    /// Cancels all saves.
    void stop();
    /// Returns a function that cancels the save that is the newest now; it may be called at any time.
    [[nodiscard]] std::function<void()> giveUpLast() const;

 Q_SIGNALS:
    void advanced(const QString& path, qint64 done, qint64 total);
    void ended();
    /// Emitted before `ended` for a save that was cancelled and wrote nothing.
    void stopped(const QString& path);

 private:
    struct Job {
        std::shared_ptr<const Recording> recording;
        QString path;
        std::vector<std::int64_t> lanes;  ///< number of steps of each when the save was asked for
        std::shared_ptr<std::atomic<bool>> stop;
    };
    std::vector<Job> m_jobs;  ///< oldest first, the order of writing
    struct Written {
        std::weak_ptr<const Recording> recording;
        QString path;
    };
    std::vector<Written> m_written;
};

}  // namespace kvw::wb
