// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/export/file_job.h"

#include <QProgressDialog>
#include <utility>

namespace kvw::wb {

namespace {

constexpr int kAWhileMs = 500;

}  // namespace

FileJob::FileJob(const QString& what, FileWork work, Done done, QWidget* window)
    : QObject(window), m_done(std::move(done)) {
    auto* progress = new QProgressDialog(what, tr("Cancel"), 0, 0, window);
    progress->setObjectName(QStringLiteral("fileJob"));
    progress->setWindowTitle(tr("Export"));
    progress->setWindowModality(Qt::NonModal);
    progress->setMinimumDuration(kAWhileMs);
    progress->setValue(0);  // starts the timer of the minimum duration
    connect(progress, &QProgressDialog::canceled, this, &FileJob::cancel);
    connect(this, &QObject::destroyed, progress, &QObject::deleteLater);
    connect(&m_job, &LatestJob::failed, this,
            [this, what](const QString& thrown) { end(notComputed(what.toStdString(), thrown.toStdString())); });
    m_job.request(
        [this, work = std::move(work)](const LatestJob::Stale& stale) {
            return LatestJob::Report([this, files = work(stale)] { paint(files); });
        },
        true);
}

void FileJob::cancel() {
    m_job.cancel();
    deleteLater();
}

void FileJob::paint(const PaintFiles& files) {
    const Result<SaveFiles> save = files();
    if (!save) {
        end(tl::unexpected(save.error()));
    } else if (!*save) {
        end({});
    } else {
        m_job.request([this, write = *save](
                          const LatestJob::Stale&) { return LatestJob::Report([this, done = write()] { end(done); }); },
                      true);
    }
}

void FileJob::end(const Result<void>& done) {
    deleteLater();
    m_done(done);
}

}  // namespace kvw::wb
