// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/views/common/copy_values.h"

#include <QApplication>
#include <QClipboard>
#include <QCoreApplication>
#include <QMimeData>

#include "app/workbench/export/file_job.h"

namespace kvw::wb {

namespace {

struct Copying {
    Q_DECLARE_TR_FUNCTIONS(kvw::wb::Copying)
};

void place(const QString& text, const QImage& picture) {
    auto* clip = new QMimeData;
    if (!text.isEmpty()) {
        clip->setText(text);
    }
    if (!picture.isNull()) {
        clip->setImageData(picture);
    }
    QApplication::clipboard()->setMimeData(clip);
}

}  // namespace

void copyValues(Dock& dock, const QImage& picture, Workspace& workspace) {
    const QString name = QString::fromLatin1(kCopyJob);
    QWidget* window = dock.parentWidget();
    for (FileJob* earlier : window->findChildren<FileJob*>(name)) {
        earlier->cancel();
    }
    const auto text = std::make_shared<QString>();
    auto* job = new FileJob(
        Copying::tr("Copying “%1”…").arg(dock.windowTitle()),
        [text, make = dock.copyWork()](const LatestJob::Stale&) -> PaintFiles {
            *text = make();
            return [] { return SaveFiles(); };
        },
        [text, picture, title = dock.windowTitle(), &workspace](const Result<void>& done) {
            if (done) {
                place(workspace.withoutNames(*text), picture);
                Q_EMIT workspace.notice(Copying::tr("Copied “%1”.").arg(title));
            } else {
                workspace.tellError(done.error());
            }
        },
        window);
    job->setObjectName(name);
    QObject::connect(QApplication::clipboard(), &QClipboard::dataChanged, job, &FileJob::cancel);
}

}  // namespace kvw::wb
