// SPDX-License-Identifier: GPL-3.0-or-later
/// Exports files while the window stays usable; a small dialog appears if it takes a while, and can cancel it.
#pragma once

#include <QObject>
#include <QString>
#include <functional>

#include "app/workbench/export/file_work.h"

class QWidget;

namespace kvw::wb {

/// Starts at once and deletes itself at the end, or with `window`; a computation still running then ends on its own
/// thread. Thread: GUI thread.
class FileJob : public QObject {
    Q_OBJECT
 public:
    using Done = std::function<void(const Result<void>& done)>;
    /// `what`: a sentence about the export. `done` is not called if the job is cancelled or the window is destroyed.
    FileJob(const QString& what, FileWork work, Done done, QWidget* window);

    /// Takes effect at once; a file being written is either whole or absent.
    void cancel();

 private:
    void paint(const PaintFiles& files);
    void end(const Result<void>& done);

    LatestJob m_job{this, LatestJob::End::Leave};
    Done m_done;
};

}  // namespace kvw::wb
