// SPDX-License-Identifier: GPL-3.0-or-later
/// Opens, checks and saves bundles off the GUI thread.
#pragma once

#include <QObject>
#include <QStringList>
#include <QThreadPool>
#include <atomic>
#include <functional>
#include <memory>
#include <vector>

#include "core/bundle/bundle.h"

namespace kvw::wb {

/// Thread: GUI thread; results arrive there as signals. One job at a time, in order; the checks of opened bundles
/// likewise, beside them.
class BundleFiles : public QObject {
    Q_OBJECT
 public:
    explicit BundleFiles(QObject* parent = nullptr);
    /// Waits for the job under way (a bundle is written whole or not at all) and gives up the check.
    ~BundleFiles() override;

    /// Reads the tables, says `opened`, and then checks the rest. What the check finds is in the problems of the
    /// recording when `checked` is said.
    void open(const QString& path);
    /// Sets runs side by side (core/library/side_by_side.h).
    void compare(const QStringList& paths);
    /// A run under way may be saved: what is published at that moment. `rows`: with its rows of attention.
    enum class Rows { With, Without };
    void save(std::shared_ptr<Recording> recording, const QString& path, bool overwrite,
              std::function<void(bool written)> then = {}, Rows rows = Rows::With);
    /// Bytes of the rows of attention that a bundle of the recording would hold.
    [[nodiscard]] static std::int64_t rowBytes(const Recording& recording);
    [[nodiscard]] int pending() const noexcept { return m_pending; }
    /// Of the longest lane.
    [[nodiscard]] static std::int64_t stepsOf(const Recording& recording);
    /// Of each lane.
    [[nodiscard]] static std::vector<std::int64_t> laneSteps(const Recording& recording);
    [[nodiscard]] bool checking() const noexcept { return m_checks > 0; }
    /// Gives up all checks; each recording says so in its problems.
    void stopChecks();

 Q_SIGNALS:
    void opened(std::shared_ptr<kvw::Recording> recording, const QString& path, const QStringList& warnings);
    void compared();  ///< behind `opened`: several runs stand beside each other now
    void saved(const QString& path);
    /// Before `opened` and `saved`: the hash of the bundle that holds the first steps of each lane, as many as `lanes`
    /// says; `steps`: of the longest.
    void known(const std::shared_ptr<kvw::Recording>& recording, qint64 steps, const QString& hash,
               const std::vector<std::int64_t>& lanes);
    void failed(const QString& sentence);
    void pendingChanged(int jobs);
    void checkAdvanced(const QString& path, int percent);
    /// `found`: one sentence of what is wrong; empty: nothing is.
    void checked(const QString& path, const QString& found);

 private:
    template <class Work, class Report>
    void run(Work work, Report report, std::function<void()> failure = {});
    void check(std::shared_ptr<OpeningBundle> opening, const QString& path);

    QThreadPool m_pool, m_checkPool;
    std::shared_ptr<std::atomic<bool>> m_stop;  ///< of the checks that were begun since the last stop
    int m_pending = 0, m_checks = 0;
};

}  // namespace kvw::wb
