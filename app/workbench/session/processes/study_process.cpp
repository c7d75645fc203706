// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/session/processes/study_process.h"

#include <utility>

#include "app/workbench/language/phrase_text.h"
#include "app/workbench/session/processes/kvw_program.h"
#include "core/base/json/json_access.h"
#include "core/base/json/phrase_json.h"

namespace kvw::wb {

StudyProcess::StudyProcess(QObject* parent) : QObject(parent) {
    endWithThisProgram(m_process);
    connect(&m_process, &QProcess::readyReadStandardOutput, this, &StudyProcess::read);
    connect(&m_process, &QProcess::finished, this, &StudyProcess::finish);
    connect(&m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart) {
            m_message = tr("%1 could not be started: %2.").arg(m_process.program(), m_process.errorString());
            m_running = false;
            Q_EMIT changed();
        }
    });
}

StudyProcess::~StudyProcess() {
    disconnect(&m_process, nullptr, this, nullptr);
    endNow(m_process);
}

void StudyProcess::start(const QStringList& words) {
    if (m_running) {
        return;
    }
    m_running = true;
    m_stopped = false;
    m_percent = 0;
    m_message.clear();
    m_process.start(m_program.isEmpty() ? kvwProgram() : m_program,
                    words + QStringList{QStringLiteral("--events"), QStringLiteral("--quiet")}, QIODevice::ReadOnly);
    Q_EMIT changed();
}

void StudyProcess::stop() {
    if (m_running) {
        m_stopped = true;
        m_process.terminate();
        Q_EMIT changed();
    }
}

void StudyProcess::read() {
    while (m_process.canReadLine()) {
        take(m_process.readLine());
    }
    Q_EMIT changed();
}

void StudyProcess::take(const QByteArray& line) {
    const auto json = nlohmann::ordered_json::parse(line.toStdString(), nullptr, false);
    const std::string event = textOf(json, "event");
    if (event == "progress") {
        m_percent = static_cast<int>(wholeOf(json, "done", m_percent));
    } else if (event == "table") {
        auto table = tables::readTable(member(json, "table"), m_process.program().toStdString());
        if (!table) {
            m_message = errorText(table.error());
            return;
        }
        m_shown = std::move(*table);
        m_pageColumns.clear();
        for (const nlohmann::ordered_json& column : member(json, "page")) {
            m_pageColumns.push_back(column.is_string() ? column.get<std::string>() : std::string());
        }
    }
    if (const Phrase told = phraseOf(member(json, "phrase")); !told.empty()) {
        m_message = phraseText(told);
    }
}

void StudyProcess::finish(int code, QProcess::ExitStatus status) {
    read();
    m_running = false;
    const QString complaint = QString::fromUtf8(m_process.readAllStandardError()).trimmed();
    if (m_stopped) {
        m_message = tr("Stopped.");
    } else if (status == QProcess::CrashExit) {
        m_message = tr("The process crashed.");
    } else if (code != 0 && m_message.isEmpty()) {
        m_message = complaint.section(QLatin1Char('\n'), -1);
    }
    Q_EMIT changed();
}

}  // namespace kvw::wb
