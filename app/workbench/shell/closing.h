// SPDX-License-Identifier: GPL-3.0-or-later
/// Asks what to do with unsaved runs when the window is closed, and keeps them in the library if wanted. The window
/// stays open while something is being written.
#pragma once

#include <QMessageBox>
#include <QObject>
#include <QPointer>
#include <QProgressDialog>
#include <functional>
#include <memory>
#include <vector>

#include "app/workbench/session/workspace.h"

namespace kvw::wb {

/// Thread: GUI thread.
class Closing : public QObject {
    Q_OBJECT
 public:
    Closing(Workspace& workspace, QWidget& window);
    /// Returns whether the window may close now. Otherwise asks the user or keeps runs, and closes the window when that
    /// is done.
    bool mayClose();
    /// Another write operation. `sentence` describes it while it is in progress and is empty otherwise; `giveUp`
    /// cancels it.
    struct Writing {
        std::function<QString()> sentence;
        std::function<void()> giveUp;
    };
    void add(Writing writing);
    /// Checks whether the window can close now that a write operation has ended.
    void checkWriting();

 private:
    using Runs = std::vector<std::shared_ptr<Recording>>;
    [[nodiscard]] Runs unkept() const;      ///< runs of the session with recorded steps that are in no bundle
    [[nodiscard]] bool showsStory() const;  ///< the current run belongs to a story; such runs are not kept
    [[nodiscard]] QString question(const Runs& unkept) const;
    [[nodiscard]] QString written() const;  ///< sentences about the operations in progress
    void askRuns(const QString& question, bool something);
    void askWriting(const QString& sentences);
    struct Answer {
        const char* name;
        QString text;
        QMessageBox::ButtonRole role;
        void (Closing::*act)();
    };
    void ask(const QString& question, const std::vector<Answer>& answers, const QString& stay);
    void waitForWriting();
    void giveUpWriting();
    void stay();  ///< forgets any earlier agreement to close
    void stop();
    void closeWindow();
    void keep();
    void leaveRun();  ///< if a plugin call keeps the run from ending: goes on with what is recorded
    void keepNext();
    void endKeeping();

    Workspace& m_workspace;
    QWidget& m_window;
    QPointer<QMessageBox> m_question;
    QPointer<QProgressDialog> m_progress, m_waitingFor;
    std::vector<Writing> m_writings;
    Runs m_waiting;
    std::function<void()> m_giveUp;  ///< cancels the writing of the current run; empty: nothing is being written
    bool m_mayClose = false, m_keeping = false, m_writing = false;
};

}  // namespace kvw::wb
