// SPDX-License-Identifier: GPL-3.0-or-later
/// A question with its options, and what is said once one was chosen.
#pragma once

#include <QWidget>

#include "app/workbench/stories/story.h"

class QLabel;
class QVBoxLayout;

namespace kvw::wb {

/// Thread: GUI thread.
class StoryQuestion : public QWidget {
    Q_OBJECT
 public:
    explicit StoryQuestion(QWidget* parent = nullptr);
    /// `answer` as in StoryPlayer::answer; null: nothing is asked.
    void pose(const AskAction* ask, int answer);

 Q_SIGNALS:
    void answered(int option);  ///< the number of options: shown without a guess

 private:
    QVBoxLayout* m_column;
    QWidget* m_content = nullptr;
    const AskAction* m_ask = nullptr;
    int m_answer = -1;
};

}  // namespace kvw::wb
