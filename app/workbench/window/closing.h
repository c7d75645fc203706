// SPDX-License-Identifier: GPL-3.0-or-later
/// What becomes of runs that no bundle holds when the window is closed: asks once, keeps them in the library if wanted.
/// A window in which something is still being written stays until that is done.
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
    /// What else is being written: a sentence while it is under way, otherwise empty; and the way to give it up.
    struct Writing {
        std::function<QString()> sentence;
        std::function<void()> giveUp;
    };
    void add(Writing writing);
    /// Some writing has come to its end.
    void look();

 private:
    using Runs = std::vector<std::shared_ptr<Recording>>;
    [[nodiscard]] Runs unkept() const;      ///< runs of the session of which something is recorded that no bundle holds
    [[nodiscard]] bool showsStory() const;  ///< the run under way is a story's, which nobody keeps
    [[nodiscard]] QString question(const Runs& unkept) const;
    [[nodiscard]] QString written() const;  ///< sentences of what is under way
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
    void stay();  ///< whatever was agreed upon before
    void stop();
    void closeWindow();
    void keep();
    void leaveRun();  ///< where a plugin keeps it from ending: goes on with what is recorded
    void keepNext();
    void endKeeping();

    Workspace& m_workspace;
    QWidget& m_window;
    QPointer<QMessageBox> m_question;
    QPointer<QProgressDialog> m_progress, m_waitingFor;
    std::vector<Writing> m_writings;
    Runs m_waiting;
    std::function<void()> m_giveUp;  ///< what is written for it; empty: nothing
    bool m_mayClose = false, m_keeping = false, m_writing = false;
};

}  // namespace kvw::wb
