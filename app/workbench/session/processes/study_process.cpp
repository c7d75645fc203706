// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/session/processes/study_process.h"

#include <utility>

#include "app/workbench/language/phrase_text.h"
#include "core/base/json/json_access.h"
#include "core/base/json/phrase_json.h"

namespace kvw::wb {

StudyProcess::StudyProcess(QObject* parent) : QObject(parent) {
    m_process.reportTo(this, &StudyProcess::read, &StudyProcess::finish, [this](const QString& sentence) {
        m_message = sentence;
        m_running = false;
        Q_EMIT changed();
    });
}

void StudyProcess::start(const QStringList& words) {
    if (m_running) {
        return;
    }
    m_running = true;
    m_stopped = false;
    m_percent = 0;
    m_message.clear();
    m_process.startEvents(words);
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
    if (m_process.takeEvents([this](const nlohmann::ordered_json& event) { take(event); })) {
        Q_EMIT changed();
    }
}

void StudyProcess::take(const nlohmann::ordered_json& json) {
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
    const QString complaint = m_process.complaint();
    if (m_stopped) {
        m_message = tr("Stopped.");
    } else if (status == QProcess::CrashExit) {
        m_message = tr("The process crashed.");
    } else if (code != 0 && m_message.isEmpty()) {
        m_message = complaint;
    }
    Q_EMIT changed();
}

}  // namespace kvw::wb
