// SPDX-License-Identifier: GPL-3.0-or-later
/// Runs the conformance cases of plugins with `kvw conformance` in a process of its own: the window never blocks, and a
/// plugin that crashes ends that process only.
#pragma once

#include <QObject>

#include "app/workbench/session/processes/kvw_program.h"
#include "core/base/phrase.h"
#include "core/policy/host/catalog.h"

namespace kvw::wb {

/// Its destructor ends the check under way. Thread: GUI thread.
class PluginCheck : public QObject {
    Q_OBJECT
 public:
    explicit PluginCheck(QObject* parent = nullptr);
    /// Sets the `kvw` to start; the default is the one beside this program.
    void setProgram(const QString& program) { m_process.setKvw(program); }

    /// Checks plugins one after the other, after those that wait. `paths`: folders that kvw searches, too.
    void start(const QStringList& plugins, const PluginPaths& paths);
    /// Cancels all checks. Finished results stay; the plugin under way keeps its previous result.
    void stop();

    [[nodiscard]] bool running() const noexcept { return !m_plugin.isEmpty(); }
    [[nodiscard]] const QString& plugin() const noexcept { return m_plugin; }  ///< plugin being checked; empty: none
    [[nodiscard]] int done() const noexcept { return m_done; }
    [[nodiscard]] int total() const noexcept { return m_total; }  ///< cases of `plugin`; 0: not known yet
    [[nodiscard]] int waiting() const { return static_cast<int>(m_waiting.size()); }

 Q_SIGNALS:
    void changed();
    /// The check of a plugin is over; if it was complete, its record is written. `sentence`: for the user.
    void ended(const QString& plugin, const QString& sentence);
    /// The loader refused the plugin, before `ended`. `reason`: as in core/policy/host/refusal.h.
    void refused(const QString& plugin, const Phrase& why, const QString& reason);

 private:
    void next();
    void read();
    void finish(int code, QProcess::ExitStatus status);

    QString m_plugin, m_refusal;
    Phrase m_whyRefused;
    QStringList m_waiting;
    int m_done = 0, m_total = 0, m_failed = 0;
    bool m_stopped = false;
    KvwProcess m_process;
};

}  // namespace kvw::wb
