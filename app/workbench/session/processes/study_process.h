// SPDX-License-Identifier: GPL-3.0-or-later
/// Runs a command of `kvw` that ends with one table (`disagreements`, `predictors`) in a process of its own, and holds
/// that table.
#pragma once

#include <QObject>
#include <string>
#include <vector>

#include "app/workbench/session/processes/kvw_program.h"
#include "core/base/json/table_json.h"

namespace kvw::wb {

/// Its destructor ends the process under way. Thread: GUI thread.
class StudyProcess : public QObject {
    Q_OBJECT
 public:
    explicit StudyProcess(QObject* parent = nullptr);
    /// Sets the `kvw` to start; the default is the one beside this program.
    void setProgram(const QString& program) { m_process.setKvw(program); }

    /// Starts the command, with its words but the ones about output. Does nothing while one runs.
    void start(const QStringList& words);
    /// Stops the command; the table that is shown stays.
    void stop();

    [[nodiscard]] bool running() const noexcept { return m_running; }
    [[nodiscard]] int percent() const noexcept { return m_percent; }
    /// Table of the last command that was done; without columns: none.
    [[nodiscard]] const tables::ReadTable& shown() const noexcept { return m_shown; }
    /// Columns that a page has.
    [[nodiscard]] const std::vector<std::string>& pageColumns() const noexcept { return m_pageColumns; }
    /// Returns why the last command ended early, or its last warning; empty: neither.
    [[nodiscard]] const QString& message() const noexcept { return m_message; }

 Q_SIGNALS:
    void changed();  ///< state, progress or table

 private:
    void read();
    void take(const nlohmann::ordered_json& json);
    void finish(int code, QProcess::ExitStatus status);

    QString m_message;
    bool m_running = false, m_stopped = false;
    int m_percent = 0;
    tables::ReadTable m_shown;
    std::vector<std::string> m_pageColumns;
    KvwProcess m_process;
};

}  // namespace kvw::wb
