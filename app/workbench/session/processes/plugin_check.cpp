// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/session/processes/plugin_check.h"

#include <QProcessEnvironment>
#include <nlohmann/json.hpp>

#include "app/workbench/language/phrase_text.h"
#include "core/base/json/json_access.h"
#include "core/base/json/phrase_json.h"

namespace kvw::wb {

PluginCheck::PluginCheck(QObject* parent) : QObject(parent) {
    m_process.reportTo(this, &PluginCheck::read, &PluginCheck::finish, [this](const QString& sentence) {
        const QString plugin = std::exchange(m_plugin, QString());
        m_waiting.clear();
        Q_EMIT changed();
        Q_EMIT ended(plugin, sentence);
    });
}

void PluginCheck::start(const QStringList& plugins, const PluginPaths& paths) {
    for (const QString& plugin : plugins) {
        if (plugin != m_plugin && !m_waiting.contains(plugin)) {
            m_waiting += plugin;
        }
    }
    // kvw searches its default folders first; the window's folders come after them and so override them.
    QStringList folders;
    for (const auto& folder : paths.folders) {
        folders += QString::fromStdString(folder.string());
    }
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("KVW_POLICY_PATH"), folders.join(QLatin1Char(':')));
    environment.insert(QStringLiteral("KVW_STATE_DIR"), QString::fromStdString(paths.stateFolder.string()));
    m_process.setProcessEnvironment(environment);
    if (!running()) {
        next();
    }
}

void PluginCheck::stop() {
    m_waiting.clear();
    if (running()) {
        m_stopped = true;
        m_process.terminate();
    }
    Q_EMIT changed();
}

void PluginCheck::next() {
    m_plugin = m_waiting.isEmpty() ? QString() : m_waiting.takeFirst();
    m_done = m_total = m_failed = 0;
    m_stopped = false;
    m_refusal.clear();
    m_whyRefused = {};
    if (running()) {
        m_process.startEvents({QStringLiteral("conformance"), QStringLiteral("--plugin"), m_plugin});
    }
    Q_EMIT changed();
}

void PluginCheck::read() {
    const bool any = m_process.takeEvents([this](const nlohmann::ordered_json& line) {
        const std::string event = textOf(line, "event");
        if (event == "plan") {
            m_total = static_cast<int>(wholeOf(line, "cases", m_total));
        } else if (event == "case") {
            ++m_done;
            m_failed += textOf(line, "outcome") == "failed" ? 1 : 0;
        } else if (event == "refused") {
            m_refusal = QString::fromStdString(textOf(line, "reason"));
        }
        if (Phrase why = phraseOf(member(line, "phrase")); !why.empty()) {
            m_whyRefused = std::move(why);
        }
    });
    if (any) {
        Q_EMIT changed();
    }
}

void PluginCheck::finish(int code, QProcess::ExitStatus status) {
    read();
    const QString complaint = QString::fromUtf8(m_process.readAllStandardError()).trimmed();
    const QString plugin = m_plugin, refusal = m_refusal;
    const Phrase why = m_whyRefused.empty() ? Phrase(complaint.toStdString()) : m_whyRefused;
    QString sentence;
    if (m_stopped) {
        sentence = tr("The check of %1 was cancelled after %2 of %3 cases.").arg(plugin).arg(m_done).arg(m_total);
    } else if (status == QProcess::CrashExit) {
        sentence =
            tr("%1 crashed the process that checked it, in case %2 of %3.").arg(plugin).arg(m_done + 1).arg(m_total);
    } else if (m_total == 0 || m_done < m_total) {
        sentence = m_whyRefused.empty() ? complaint.section(QLatin1Char('\n'), -1) : phraseText(m_whyRefused);
    } else if (m_failed > 0) {
        sentence = tr("%1: %2 of %3 cases failed; the page says where.").arg(plugin).arg(m_failed).arg(m_total);
    } else {
        sentence = tr("%1 passes its %2 cases.").arg(plugin).arg(m_total);
    }
    if (sentence.isEmpty()) {
        sentence = tr("The check of %1 ended with code %2.").arg(plugin).arg(code);
    }
    next();
    if (!refusal.isEmpty()) {
        Q_EMIT refused(plugin, why, refusal);
    }
    Q_EMIT ended(plugin, sentence);
}

}  // namespace kvw::wb
