// SPDX-License-Identifier: GPL-3.0-or-later
/// Runs the `kvw` program for work in a process of its own, and ends such processes.
#pragma once

#include <QCoreApplication>
#include <QProcess>
#include <QStringList>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <utility>

namespace kvw::wb {

/// Returns the path of `kvw`: beside this program, else in ../bin (for tests), else "kvw" in the PATH.
[[nodiscard]] QString kvwProgram();

/// A process of `kvw`. It gets SIGTERM when the window ends, even by a crash. Thread: GUI thread.
class KvwProcess : public QProcess {
    Q_DECLARE_TR_FUNCTIONS(kvw::wb::KvwProcess)

 public:
    KvwProcess();
    /// Terminates the process and waits; kills it if it does not end in time. The owner hears nothing of it.
    ~KvwProcess() override;
    /// Sets the program to start; the default is `kvwProgram`.
    void setKvw(const QString& program) { m_program = program; }
    /// Calls `onOutput` for output, `onEnd` at the end, and `notStarted` with a sentence for the user if it did not start.
    template <class Owner>
    void reportTo(Owner* owner, void (Owner::*onOutput)(), void (Owner::*onEnd)(int, QProcess::ExitStatus),
                  std::function<void(const QString& sentence)> notStarted) {
        connect(this, &QProcess::readyReadStandardOutput, owner, onOutput);
        connect(this, &QProcess::finished, owner, onEnd);
        connect(this, &QProcess::errorOccurred, owner, [this, told = std::move(notStarted)](ProcessError error) {
            if (error == FailedToStart) {
                told(tr("%1 could not be started: %2.").arg(program(), errorString()));
            }
        });
    }
    /// Starts a command that prints events.
    void startEvents(const QStringList& words);
    /// Calls `take` for each event that was read whole. Returns whether there was one.
    bool takeEvents(const std::function<void(const nlohmann::ordered_json& event)>& take);
    /// Returns the last line of standard error.
    [[nodiscard]] QString complaint();

 private:
    QString m_program;
};

}  // namespace kvw::wb
