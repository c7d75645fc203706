// SPDX-License-Identifier: GPL-3.0-or-later
/// Shows a question with its options, and the answer once it may be shown.
#pragma once

#include <QWidget>

#include "app/workbench/stories/story.h"

class QKeyEvent;
class QVBoxLayout;

namespace kvw::wb {

/// A click on an option's button or text answers the question; so does its letter key while the question is visible.
/// The key takes precedence over the window's shortcuts (A and B set cursors), except while text is typed. Thread: GUI
/// thread.
class StoryQuestion : public QWidget {
    Q_OBJECT
 public:
    explicit StoryQuestion(QWidget* parent = nullptr);
    /// Shows a question. `answer` and `revealed`: as in StoryPlayer; `ask` null: no question.
    void pose(const AskAction* ask, int answer, bool revealed);

    bool eventFilter(QObject* target, QEvent* event) override;

 Q_SIGNALS:
    void answered(int option);  ///< the number of options: revealed without a guess

 private:
    /// Returns the option with the letter `key` while the question waits for an answer; -1: none.
    [[nodiscard]] int optionOf(const QKeyEvent& key) const;

    QVBoxLayout* m_column;
    QWidget* m_content = nullptr;
    const AskAction* m_ask = nullptr;
    int m_answer = -1;
    bool m_revealed = false;
};

}  // namespace kvw::wb
