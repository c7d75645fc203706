// SPDX-License-Identifier: GPL-3.0-or-later
/// Opens and saves bundles off the GUI thread.
#pragma once

#include <QObject>
#include <QStringList>
#include <QThreadPool>
#include <functional>
#include <memory>

#include "core/trace/recording.h"

namespace kvw::wb {

/// Thread: GUI thread; results arrive there as signals. One job at a time, in order.
class BundleFiles : public QObject {
    Q_OBJECT
 public:
    explicit BundleFiles(QObject* parent = nullptr);
    ~BundleFiles() override;  ///< waits for the job under way: a bundle is written whole or not at all

    void open(const QString& path);
    /// Sets runs side by side (core/library/side_by_side.h).
    void compare(const QStringList& paths);
    /// A run under way may be saved: what is published at that moment.
    void save(std::shared_ptr<Recording> recording, const QString& path, bool overwrite,
              std::function<void(bool written)> then = {});
    [[nodiscard]] int pending() const noexcept { return m_pending; }
    /// Of the longest lane.
    [[nodiscard]] static std::int64_t stepsOf(const Recording& recording);

 Q_SIGNALS:
    void opened(std::shared_ptr<kvw::Recording> recording, const QString& path, const QStringList& warnings);
    void saved(const QString& path);
    /// Before `opened` and `saved`: the hash of the bundle that holds the first `steps` steps of each lane.
    void known(const std::shared_ptr<kvw::Recording>& recording, qint64 steps, const QString& hash);
    void failed(const QString& sentence);
    void pendingChanged(int jobs);

 private:
    template <class Work, class Report>
    void run(Work work, Report report, std::function<void()> failure = {});

    QThreadPool m_pool;
    int m_pending = 0;
};

}  // namespace kvw::wb
