// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/session/words/copy_command.h"

#include <QClipboard>
#include <QCoreApplication>
#include <QGuiApplication>

#include "core/session/spec/command_words.h"
#include "core/session/spec/run_spec.h"

namespace kvw::wb {

void copyCommand(Workspace& workspace, const std::string& command) {
    if (!isOurCommand(command)) {
        Q_EMIT workspace.notice(QCoreApplication::translate("copyCommand", "No kvw command is known for this run"));
        return;
    }
    const QString text = QString::fromStdString(command);
    QGuiApplication::clipboard()->setText(text);
    QString told = QCoreApplication::translate("copyCommand", "Copied: %1").arg(text);
    if (readsIdsFile(command)) {
        told = QCoreApplication::translate("copyCommand",
                                           "The command reads %1 from the bundle of the run; run it in that folder. %2")
                   .arg(QLatin1String(kIdsFile), told);
    }
    Q_EMIT workspace.notice(told);
}

}  // namespace kvw::wb
