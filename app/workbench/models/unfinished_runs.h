// SPDX-License-Identifier: GPL-3.0-or-later
/// What earlier windows left of runs that were not saved when they crashed or were killed: looked for, opened,
/// forgotten.
#pragma once

#include <QObject>
#include <QThreadPool>
#include <functional>
#include <vector>

#include "app/workbench/models/bundle_files.h"
#include "core/library/unfinished.h"

namespace kvw::wb {

/// Thread: GUI thread; files are looked at and moved beside it.
class UnfinishedRuns : public QObject {
    Q_OBJECT
 public:
    /// `folder`: unfinishedFolder.
    UnfinishedRuns(BundleFiles& bundles, std::filesystem::path folder, QObject* parent = nullptr);
    ~UnfinishedRuns() override;

    void look();
    [[nodiscard]] const std::vector<UnfinishedRun>& runs() const noexcept { return m_runs; }  ///< the newest first
    /// The newest, in one sentence; empty: there is none.
    [[nodiscard]] QString sentence() const;
    /// The newest goes to where runs are kept and is shown.
    void open();
    void forget();  ///< the newest

 Q_SIGNALS:
    void changed();
    void kept();  ///< one is a bundle like any other now
    void failed(const QString& sentence);

 private:
    using Done = std::function<void()>;
    void run(std::function<Result<Done>(const std::filesystem::path& newest)> work);

    BundleFiles& m_bundles;
    std::filesystem::path m_folder;
    QThreadPool m_pool;
    std::vector<UnfinishedRun> m_runs;
};

}  // namespace kvw::wb
