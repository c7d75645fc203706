// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/models/kvw_program.h"

#include <QCoreApplication>
#include <QFileInfo>

namespace kvw::wb {

QString kvwProgram() {
    const QString folder = QCoreApplication::applicationDirPath();
    for (const char* place : {"/kvw", "/../bin/kvw"}) {
        if (const QString path = folder + QLatin1String(place); QFileInfo(path).isExecutable()) {
            return path;
        }
    }
    return QStringLiteral("kvw");
}

}  // namespace kvw::wb
