// SPDX-License-Identifier: GPL-3.0-or-later
/// View of a page's question: its options or a box for a number, and the answer once it may be shown.
#pragma once

#include <QWidget>

#include "app/workbench/stories/story_player.h"

class QGridLayout;
class QKeyEvent;
class QVBoxLayout;

namespace kvw::wb {

/// A click on an option's button or text answers the question; so does its letter key while the question is visible.
/// The key takes precedence over the window's shortcuts (A and B set cursors), except while text is typed. Thread: GUI
/// thread.
class StoryQuestion : public QWidget {
    Q_OBJECT
 public:
    StoryQuestion(StoryPlayer& player, QWidget* parent);
    /// Shows a question. `answer` and `revealed`: as in StoryPlayer; `ask` null: no question.
    void pose(const AskAction* ask, int answer, bool revealed);
    bool eventFilter(QObject* target, QEvent* event) override;

 private:
    void makeContent();
    int addOptions(int row);  ///< returns the next row, as those below do
    int addNumber(int row);
    void addAnswer(int row);
    [[nodiscard]] QString answerText() const;
    /// Returns the option with the letter `key` while the question waits for an answer; -1: none.
    [[nodiscard]] int optionOf(const QKeyEvent& key) const;

    StoryPlayer& m_player;
    QVBoxLayout* m_column;
    QWidget* m_content = nullptr;
    QGridLayout* m_grid = nullptr;  ///< of m_content
    const AskAction* m_ask = nullptr;
    int m_answer = -1;
    bool m_revealed = false;
};

}  // namespace kvw::wb
