// SPDX-License-Identifier: GPL-3.0-or-later
/// What becomes of runs that no bundle holds when the window is closed: asks once, keeps them in the library if wanted.
#pragma once

#include <QMessageBox>
#include <QObject>
#include <QPointer>
#include <QProgressDialog>
#include <functional>
#include <memory>
#include <vector>

#include "app/workbench/models/workspace.h"

namespace kvw::wb {

/// Thread: GUI thread.
class Closing : public QObject {
    Q_OBJECT
 public:
    Closing(Workspace& workspace, QWidget& window);
    /// Whether the window may go now; otherwise the user is asked, or runs are being kept, and the window is closed
    /// once that is done.
    bool mayClose();

 private:
    using Runs = std::vector<std::shared_ptr<Recording>>;
    [[nodiscard]] Runs unkept() const;  ///< runs of the session of which something is recorded that no bundle holds
    [[nodiscard]] QString question(std::size_t unkept) const;
    void ask(const QString& question, bool something);
    void stop();
    void closeWindow();
    void keep();
    void keepNext();
    void endKeeping();

    Workspace& m_workspace;
    QWidget& m_window;
    QPointer<QMessageBox> m_question;
    QPointer<QProgressDialog> m_progress;
    Runs m_waiting;
    std::function<void()> m_giveUp;  ///< what is written for it; empty: nothing
    bool m_mayClose = false, m_keeping = false, m_writing = false;
};

}  // namespace kvw::wb
