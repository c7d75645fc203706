// SPDX-License-Identifier: GPL-3.0-or-later
/// A question with its options, and its answer once that may be told.
#pragma once

#include <QWidget>

#include "app/workbench/stories/story.h"

class QKeyEvent;
class QVBoxLayout;

namespace kvw::wb {

/// A click on an option's button or text answers, and so does its letter while the question is in sight: before the
/// window's own shortcuts (A and B set cursors), but not while text is typed. Thread: GUI thread.
class StoryQuestion : public QWidget {
    Q_OBJECT
 public:
    explicit StoryQuestion(QWidget* parent = nullptr);
    /// `answer` and `revealed` as in StoryPlayer; null: nothing is asked.
    void pose(const AskAction* ask, int answer, bool revealed);

    bool eventFilter(QObject* target, QEvent* event) override;

 Q_SIGNALS:
    void answered(int option);  ///< the number of options: shown without a guess

 private:
    /// The option whose letter `key` is, while the question waits for an answer; -1: none.
    [[nodiscard]] int optionOf(const QKeyEvent& key) const;

    QVBoxLayout* m_column;
    QWidget* m_content = nullptr;
    const AskAction* m_ask = nullptr;
    int m_answer = -1;
    bool m_revealed = false;
};

}  // namespace kvw::wb
