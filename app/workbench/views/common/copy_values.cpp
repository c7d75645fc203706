// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/views/common/copy_values.h"

#include <QApplication>
#include <QClipboard>
#include <QCoreApplication>
#include <QMimeData>

#include "app/workbench/export/file_job.h"
#include "app/workbench/session/runs/run_again.h"
#include "app/workbench/session/words/copy_command.h"

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

/// Cancels the copies under way in the window of `from`, which it returns.
QWidget& cancelCopies(QWidget& from) {
    QWidget* window = &from;  // the window is also the ancestor of floating docks
    while (window->parentWidget() != nullptr) {
        window = window->parentWidget();
    }
    for (FileJob* earlier : window->findChildren<FileJob*>(QString::fromLatin1(kCopyJob))) {
        earlier->cancel();
    }
    return *window;
}

/// Makes a text off the GUI thread, then hands it to `take`. `what`: a sentence about it.
void copyLater(Workspace& workspace, QWidget& from, const QString& what, Dock::TextWork make,
               std::function<void(const QString&)> take) {
    QWidget& window = cancelCopies(from);
    const auto text = std::make_shared<QString>();
    auto* job = new FileJob(
        what,
        [text, make = std::move(make)](const LatestJob::Stale&) -> PaintFiles {
            *text = make();
            return [] { return SaveFiles(); };
        },
        [text, take = std::move(take), &workspace](const Result<void>& done) {
            if (done) {
                take(*text);
            } else {
                workspace.tellError(done.error());
            }
        },
        &window);
    job->setObjectName(QString::fromLatin1(kCopyJob));
    QObject::connect(QApplication::clipboard(), &QClipboard::dataChanged, job, &FileJob::cancel);
}

}  // namespace

void copyValues(Dock& dock, const QImage& picture, Workspace& workspace) {
    const QString title = dock.windowTitle();
    copyLater(workspace, dock, Copying::tr("Copying “%1”…").arg(title), dock.copyWork(),
              [picture, title, &workspace](const QString& text) {
                  place(workspace.withoutNames(text), picture);
                  Q_EMIT workspace.notice(Copying::tr("Copied “%1”.").arg(title));
              });
}

void copyCommandOf(Workspace& workspace, const Recording& recording, QWidget& from,
                   const std::filesystem::path& bundle) {
    cancelCopies(from);
    if (recording.description().specs.empty()) {
        copyCommand(workspace, recording.description().commandLine);
        return;
    }
    auto make = commandHere(recording, workspace, bundle);
    if (recording.description().textHash.empty()) {
        copyCommand(workspace, make());
        return;
    }
    copyLater(
        workspace, from, QCoreApplication::translate("copyCommand", "Copying the command…"),
        [make = std::move(make)] { return QString::fromStdString(make()); },
        [&workspace](const QString& made) { copyCommand(workspace, made.toStdString()); });
}

}  // namespace kvw::wb
