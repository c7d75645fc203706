// SPDX-License-Identifier: GPL-3.0-or-later
/// Conformance cases of plugins, run by `kvw conformance` in a process of its own: the window waits for nothing, and a
/// plugin that crashes ends that process only.
#pragma once

#include <QObject>
#include <QProcess>
#include <QStringList>

#include "core/policy/host/catalog.h"

namespace kvw::wb {

/// Thread: GUI thread.
class PluginCheck : public QObject {
    Q_OBJECT
 public:
    explicit PluginCheck(QObject* parent = nullptr);
    ~PluginCheck() override;  ///< ends what is under way
    /// The `kvw` to start; usually the one beside this program.
    void setProgram(const QString& program) { m_program = program; }

    /// Checks these, one after the other, behind those that wait. `paths`: where kvw looks, too.
    void start(const QStringList& plugins, const PluginPaths& paths);
    /// What is done stays; the one under way keeps the result it had.
    void stop();

    [[nodiscard]] bool running() const noexcept { return !m_plugin.isEmpty(); }
    [[nodiscard]] const QString& plugin() const noexcept { return m_plugin; }  ///< under way; empty: none
    [[nodiscard]] int done() const noexcept { return m_done; }
    [[nodiscard]] int total() const noexcept { return m_total; }  ///< cases of `plugin`; 0: not known yet
    [[nodiscard]] int waiting() const { return static_cast<int>(m_waiting.size()); }

 Q_SIGNALS:
    void changed();
    /// A plugin's check is over; where it came to its end, its record is written. `sentence`: for the user.
    void ended(const QString& plugin, const QString& sentence);

 private:
    void next();
    void read();
    void finish(int code, QProcess::ExitStatus status);

    QString m_program, m_plugin;
    QStringList m_waiting;
    QProcess m_process;
    int m_done = 0, m_total = 0, m_failed = 0;
    bool m_stopped = false;
};

}  // namespace kvw::wb
