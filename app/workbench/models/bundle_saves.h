// SPDX-License-Identifier: GPL-3.0-or-later
/// The bundles that are being written: how far, and the way to give them up.
#pragma once

#include <QObject>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "core/bundle/write_watched.h"

namespace kvw::wb {

class BundleFiles;

/// Belongs to its BundleFiles, which tells it. Thread: GUI thread; but what `begin` returns belongs to the writer's.
class BundleSaves : public QObject {
    Q_OBJECT
 public:
    explicit BundleSaves(BundleFiles& files);
    [[nodiscard]] static BundleSaves& of(const BundleFiles& files);

    /// One more is asked for, until `end`.
    [[nodiscard]] WriteWatch begin(const std::shared_ptr<const Recording>& recording, const QString& path);
    /// The oldest has ended. `written`: no error.
    void end(bool written);
    [[nodiscard]] bool saving() const noexcept { return !m_jobs.empty(); }
    [[nodiscard]] bool saving(const Recording& recording) const;
    /// With all that is recorded of it by now.
    [[nodiscard]] bool savingAll(const Recording& recording) const;
    /// The folder or file that the recording was written to last; empty: none.
    [[nodiscard]] QString pathOf(const Recording& recording) const;
    /// Gives all up.
    void stop();
    /// Gives the one up that was asked for last, whenever it is called.
    [[nodiscard]] std::function<void()> giveUpLast() const;

 Q_SIGNALS:
    void advanced(const QString& path, qint64 done, qint64 total);
    void ended();
    /// Before `ended`, of one that was given up and left nothing.
    void stopped(const QString& path);

 private:
    struct Job {
        std::shared_ptr<const Recording> recording;
        QString path;
        std::int64_t steps;
        std::shared_ptr<std::atomic<bool>> stop;
    };
    std::vector<Job> m_jobs;  ///< the oldest first: they are written in order
    struct Written {
        std::weak_ptr<const Recording> recording;
        QString path;
    };
    std::vector<Written> m_written;
};

}  // namespace kvw::wb
