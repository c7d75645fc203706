// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/models/copy_command.h"

#include <QClipboard>
#include <QCoreApplication>
#include <QGuiApplication>

#include "core/decode/command_words.h"

namespace kvw::wb {

void copyCommand(Workspace& workspace, const std::string& command) {
    if (!isOurCommand(command)) {
        Q_EMIT workspace.notice(QCoreApplication::translate("copyCommand", "No command is known that makes this run"));
        return;
    }
    const QString text = QString::fromStdString(command);
    QGuiApplication::clipboard()->setText(text);
    Q_EMIT workspace.notice(QCoreApplication::translate("copyCommand", "Copied: %1").arg(text));
}

}  // namespace kvw::wb
