// SPDX-License-Identifier: GPL-3.0-or-later
/// Files that are being made: the window goes on, a small one says what is made once it takes a while, and cancels it.
#pragma once

#include <QObject>
#include <QString>
#include <functional>

#include "app/workbench/export/file_work.h"

class QWidget;

namespace kvw::wb {

/// Thread: GUI thread. Starts at once and deletes itself at the end; goes with `window` at the latest, and what it
/// computes then is left to its end on its own thread.
class FileJob : public QObject {
    Q_OBJECT
 public:
    using Done = std::function<void(const Result<void>& done)>;
    /// `what`: a sentence of what is made. `done` is not called of a job that was cancelled, or whose window has gone.
    FileJob(const QString& what, FileWork work, Done done, QWidget* window);

    /// At once; what is being written meanwhile is whole or not there.
    void cancel();

 private:
    void paint(const PaintFiles& files);
    void end(const Result<void>& done);

    LatestJob m_job{this, LatestJob::End::Leave};
    Done m_done;
};

}  // namespace kvw::wb
