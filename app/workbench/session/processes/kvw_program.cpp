// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/session/processes/kvw_program.h"

#include <sys/prctl.h>

#include <QCoreApplication>
#include <QFileInfo>
#include <csignal>

namespace kvw::wb {

namespace {

constexpr int kAnswerMs = 3000;

}  // namespace

QString kvwProgram() {
    const QString folder = QCoreApplication::applicationDirPath();
    for (const char* place : {"/kvw", "/../bin/kvw"}) {
        if (const QString path = folder + QLatin1String(place); QFileInfo(path).isExecutable()) {
            return path;
        }
    }
    return QStringLiteral("kvw");
}

void endWithThisProgram(QProcess& process) {
    process.setChildProcessModifier([] { prctl(PR_SET_PDEATHSIG, SIGTERM); });
}

void endNow(QProcess& process) {
    if (process.state() != QProcess::NotRunning) {
        process.terminate();
        if (!process.waitForFinished(kAnswerMs)) {
            process.kill();
            process.waitForFinished(kAnswerMs);
        }
    }
}

}  // namespace kvw::wb
