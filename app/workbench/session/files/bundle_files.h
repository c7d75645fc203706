// SPDX-License-Identifier: GPL-3.0-or-later
/// Opens, checks and saves bundles off the GUI thread.
#pragma once

#include <QObject>
#include <QStringList>
#include <atomic>
#include <functional>
#include <memory>
#include <vector>

#include "app/workbench/session/files/bundle_saves.h"
#include "app/workbench/session/job_thread.h"
#include "core/bundle/bundle.h"

namespace kvw::wb {

/// Thread: GUI thread; results arrive there as signals. Jobs run on one thread, the checks of opened bundles on
/// another.
class BundleFiles : public QObject {
    Q_OBJECT
 public:
    explicit BundleFiles(QObject* parent = nullptr);
    /// Cancels the checks and waits for all jobs (a bundle is written whole or not at all).
    ~BundleFiles() override;

    /// Reads the tables, emits `opened`, and then checks the rest. The findings are in the problems of the recording
    /// when `checked` is emitted.
    void open(const QString& path);
    /// Opens several runs side by side, as lanes of one recording (core/library/side_by_side.h).
    void compare(const QStringList& paths);
    /// Choice of a bundle with or without attention rows.
    enum class Rows { With, Without };
    /// Writes a bundle. A run under way can be saved, too: the bundle holds the steps published when the job begins.
    /// `then` is called when the job has ended, also after an error.
    void save(std::shared_ptr<Recording> recording, const QString& path, bool overwrite,
              std::function<void(bool written)> then = {}, Rows rows = Rows::With);
    /// Progress and cancellation of `save`.
    [[nodiscard]] BundleSaves& saves() noexcept { return m_saves; }
    [[nodiscard]] int pending() const noexcept { return m_pending; }
    /// Returns the number of steps of the longest lane.
    [[nodiscard]] static std::int64_t stepsOf(const Recording& recording);
    /// Returns the number of steps of each lane.
    [[nodiscard]] static std::vector<std::int64_t> laneSteps(const Recording& recording);
    [[nodiscard]] bool checking() const noexcept { return m_checks > 0; }
    /// Cancels all checks; the problems of each recording say so.
    void stopChecks();

 Q_SIGNALS:
    void opened(std::shared_ptr<kvw::Recording> recording, const QString& path);
    void compared();  ///< after `opened`: several runs are shown side by side now
    void saved(const QString& path);
    /// Emitted before `opened` (of a bundle) and `saved`. `hash` is that of the bundle, which holds the first
    /// `lanes[i]` steps of lane i.
    void known(const std::shared_ptr<kvw::Recording>& recording, const QString& hash,
               const std::vector<std::int64_t>& lanes);
    void failed(const Phrase& sentence);
    void pendingChanged(int jobs);
    void checkAdvanced(const QString& path, int percent);
    /// `found`: a sentence about the first fault; empty: the bundle has none.
    void checked(const QString& path, const QString& found);

 private:
    template <class Work, class Report>
    void run(Work work, Report report, std::function<void()> failure = {});
    void check(std::shared_ptr<OpeningBundle> opening, const QString& path);

    BundleSaves m_saves;
    std::shared_ptr<std::atomic<bool>> m_stop;  ///< stop flag of the checks begun since the last `stopChecks`
    int m_pending = 0, m_checks = 0;
    JobThread m_jobs{*this}, m_checkJobs{*this};
};

}  // namespace kvw::wb
