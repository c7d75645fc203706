// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/session/processes/kvw_program.h"

#include <sys/prctl.h>

#include <QFileInfo>
#include <csignal>
#include <nlohmann/json.hpp>

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

KvwProcess::KvwProcess() {
    setChildProcessModifier([] { prctl(PR_SET_PDEATHSIG, SIGTERM); });
}

KvwProcess::~KvwProcess() {
    disconnect();
    if (state() != NotRunning) {
        terminate();
        if (!waitForFinished(kAnswerMs)) {
            kill();
            waitForFinished(kAnswerMs);
        }
    }
}

void KvwProcess::startEvents(const QStringList& words) {
    start(m_program.isEmpty() ? kvwProgram() : m_program,
          words + QStringList{QStringLiteral("--events"), QStringLiteral("--quiet")}, ReadOnly);
}

bool KvwProcess::takeEvents(const std::function<void(const nlohmann::ordered_json&)>& take) {
    bool any = false;
    while (canReadLine()) {
        take(nlohmann::ordered_json::parse(readLine().toStdString(), nullptr, false));
        any = true;
    }
    return any;
}

QString KvwProcess::complaint() {
    return QString::fromUtf8(readAllStandardError()).trimmed().section(QLatin1Char('\n'), -1);
}

}  // namespace kvw::wb
