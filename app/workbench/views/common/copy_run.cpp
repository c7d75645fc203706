// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/views/common/copy_run.h"

#include <QClipboard>
#include <QCoreApplication>
#include <QGuiApplication>
#include <QWidget>
#include <memory>
#include <utility>

#include "app/workbench/export/file_job.h"
#include "app/workbench/session/runs/run_again.h"
#include "app/workbench/session/words/copy_command.h"
#include "app/workbench/views/common/copy_values.h"

namespace kvw::wb {

void copyCommandOf(Workspace& workspace, const Recording& recording, QWidget& from,
                   const std::filesystem::path& bundle) {
    QWidget* window = &from;  // the window is also the ancestor of floating docks
    while (window->parentWidget() != nullptr) {
        window = window->parentWidget();
    }
    const QString name = QString::fromLatin1(kCopyJob);
    for (FileJob* earlier : window->findChildren<FileJob*>(name)) {
        earlier->cancel();
    }
    if (recording.description().specs.empty()) {
        copyCommand(workspace, recording.description().commandLine);
        return;
    }
    auto make = commandHere(recording, workspace, bundle);
    if (recording.description().textHash.empty()) {
        copyCommand(workspace, make());
        return;
    }
    const auto made = std::make_shared<std::string>();
    auto* job = new FileJob(
        QCoreApplication::translate("copyCommand", "Copying the command…"),
        [made, make = std::move(make)](const LatestJob::Stale&) -> PaintFiles {
            *made = make();
            return [] { return SaveFiles(); };
        },
        [made, &workspace](const Result<void>& done) {
            if (done) {
                copyCommand(workspace, *made);
            } else {
                workspace.tellError(done.error());
            }
        },
        window);
    job->setObjectName(name);
    QObject::connect(QGuiApplication::clipboard(), &QClipboard::dataChanged, job, &FileJob::cancel);
}

}  // namespace kvw::wb
