// SPDX-License-Identifier: GPL-3.0-or-later
/// Finds, opens and forgets runs that were not saved when their program crashed or was killed.
#pragma once

#include <QObject>
#include <functional>
#include <vector>

#include "app/workbench/session/files/bundle_files.h"
#include "app/workbench/session/job_thread.h"
#include "core/library/unfinished.h"

namespace kvw::wb {

/// Thread: GUI thread; files are read and moved on a thread of their own.
class UnfinishedRuns : public QObject {
    Q_OBJECT
 public:
    /// `folder`: unfinishedFolder.
    UnfinishedRuns(BundleFiles& bundles, std::filesystem::path folder, QObject* parent = nullptr);

    void search();
    [[nodiscard]] const std::vector<UnfinishedRun>& runs() const noexcept { return m_runs; }  ///< newest first
    /// Returns a sentence about the newest run; empty: there is none.
    [[nodiscard]] QString sentence() const;
    /// Moves the newest run into the folder of runs and opens it.
    void open();
    void forget();  ///< removes the newest run

 Q_SIGNALS:
    void changed();
    void kept();  ///< a run was moved and is a bundle like any other now
    void failed(const Phrase& sentence);

 private:
    using Done = std::function<void()>;
    void run(std::function<Result<Done>(const std::filesystem::path& newest)> work);

    BundleFiles& m_bundles;
    std::filesystem::path m_folder;
    std::vector<UnfinishedRun> m_runs;
    JobThread m_jobs{*this};
};

}  // namespace kvw::wb
