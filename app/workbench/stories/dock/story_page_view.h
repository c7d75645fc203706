// SPDX-License-Identifier: GPL-3.0-or-later
/// View of one story page: text, question, current wait, and the buttons that turn the page.
#pragma once

#include <QWidget>

#include "app/workbench/stories/story_player.h"

class QLabel;
class QPushButton;
class QScrollArea;

namespace kvw::wb {

class StoryQuestion;
class StoryText;

/// Thread: GUI thread.
class StoryPageView : public QWidget {
    Q_OBJECT
 public:
    explicit StoryPageView(StoryPlayer& player, QWidget* parent = nullptr);
    void showPage();   ///< shows the page from its top
    void showState();  ///< updates question, wait and mistake

 Q_SIGNALS:
    void termWanted(const QString& term);  ///< a link to the glossary was clicked

 private:
    void enable(QPushButton& button, bool on);

    StoryPlayer& m_player;
    QLabel *m_title, *m_waiting, *m_progress;
    QScrollArea* m_scroll;
    StoryText* m_text;
    StoryQuestion* m_question;
    QPushButton *m_back, *m_next;
};

}  // namespace kvw::wb
