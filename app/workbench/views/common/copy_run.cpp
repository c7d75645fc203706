// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/views/common/copy_run.h"

#include <QCoreApplication>
#include <utility>

#include "app/workbench/session/runs/run_again.h"
#include "app/workbench/session/words/copy_command.h"
#include "app/workbench/views/common/copy_values.h"

namespace kvw::wb {

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
