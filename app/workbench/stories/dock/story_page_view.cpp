// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/stories/dock/story_page_view.h"

#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QCoreApplication>
#include <QGridLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QResizeEvent>
#include <QScrollArea>
#include <QScrollBar>
#include <QTextBrowser>
#include <QTimer>
#include <QVBoxLayout>
#include <QWidget>
#include <cmath>

#include "app/workbench/stories/dock/title_button.h"
#include "app/workbench/stories/story_player.h"
#include "app/workbench/stories/story_text.h"
#include "app/workbench/views/common/widgets/boxes.h"
#include "app/workbench/views/common/widgets/type_scale.h"

namespace kvw::wb {

namespace {

/// Text of an option; a click on it clicks the option's button.
class OptionText : public QLabel {
 public:
    using QLabel::QLabel;
    void setButton(QPushButton* button) {
        m_button = button;
        setCursor(button->isEnabled() ? Qt::PointingHandCursor : Qt::ArrowCursor);
    }

 protected:
    void mouseReleaseEvent(QMouseEvent* event) override {
        if (m_button != nullptr && event->button() == Qt::LeftButton && rect().contains(event->pos())) {
            m_button->click();
        }
    }

 private:
    QPushButton* m_button = nullptr;
};

/// Returns a wrapped label. `before`: text of the program that precedes the story's text.
OptionText* wrapped(const std::string& text, QWidget* parent, bool bold = false, const QString& before = {}) {
    auto* label = new OptionText(before.toHtmlEscaped() + lineAsHtml(QString::fromStdString(text)), parent);
    label->setTextFormat(Qt::RichText);  // lineAsHtml allows only emphasis and code from the story
    label->setWordWrap(true);
    label->setMinimumWidth(1);  // a long word is clipped rather than widening the window
    QFont font = label->font();
    font.setBold(bold);
    label->setFont(font);
    return label;
}

bool typesText(const QObject* target) {
    return qobject_cast<const QLineEdit*>(target) != nullptr ||
           qobject_cast<const QPlainTextEdit*>(target) != nullptr ||
           qobject_cast<const QAbstractSpinBox*>(target) != nullptr ||
           qobject_cast<const QComboBox*>(target) != nullptr;
}

}  // namespace

/// Shows a question with its options, and the answer once it may be shown. A click on an option's button or text
/// answers the question; so does its letter key while the question is visible. The key takes precedence over the
/// window's shortcuts (A and B set cursors), except while text is typed. Thread: GUI thread.
class StoryQuestion : public QWidget {
    Q_DECLARE_TR_FUNCTIONS(kvw::wb::StoryQuestion)
 public:
    StoryQuestion(StoryPlayer& player, QWidget* parent)
        : QWidget(parent), m_player(player), m_column(columnOf({}, this, {0})) {
        qApp->installEventFilter(this);
    }
    /// Shows a question. `answer` and `revealed`: as in StoryPlayer; `ask` null: no question.
    void pose(const AskAction* ask, int answer, bool revealed) {
        if (ask == m_ask && answer == m_answer && revealed == m_revealed) {
            return;
        }
        m_ask = ask;
        m_answer = answer;
        m_revealed = revealed;
        if (m_content != nullptr) {
            if (m_content->isAncestorOf(QApplication::focusWidget())) {
                setFocus(Qt::OtherFocusReason);  // otherwise the next button gets the focus
            }
            m_content->hide();
            m_content->deleteLater();  // it may contain the button that was just pressed
            m_content = nullptr;
        }
        if (ask == nullptr) {
            return;
        }
        m_content = new QWidget(this);
        m_content->setObjectName(QStringLiteral("question"));
        auto* grid = new QGridLayout(m_content);
        grid->setContentsMargins(4, 8, 4, 4);
        grid->setColumnStretch(1, 1);
        grid->addWidget(wrapped(ask->question, m_content, true), 0, 0, 1, 2);
        int row = 1;
        for (std::size_t option = 0; option < ask->options.size(); ++option, ++row) {
            auto* button = new QPushButton(optionLetter(option), m_content);
            button->setObjectName(QStringLiteral("option") + optionLetter(option));
            button->setAccessibleName(lineAsWords(QString::fromStdString(ask->options[option])));
            fitToType(*button, [](QPushButton& it) {
                it.setFixedWidth(it.fontMetrics().horizontalAdvance(QLatin1Char('M')) * 3);
            });
            button->setFocusPolicy(Qt::TabFocus);
            button->setEnabled(answer < 0);
            grid->addWidget(button, row, 0, Qt::AlignTop);
            OptionText* text = wrapped(ask->options[option], m_content, revealed && option == ask->right);
            text->setObjectName(QStringLiteral("optionText") + optionLetter(option));
            text->setButton(button);
            grid->addWidget(text, row, 1);
            connect(button, &QPushButton::clicked, this,
                    [this, option] { m_player.answerWith(static_cast<int>(option)); });
        }
        if (answer < 0) {
            auto* show = new QPushButton(tr("Show the answer"), m_content);
            show->setObjectName(QStringLiteral("showAnswer"));
            show->setFocusPolicy(Qt::TabFocus);
            grid->addWidget(show, row, 0, 1, 2, Qt::AlignLeft);
            connect(show, &QPushButton::clicked, &m_player, &StoryPlayer::reveal);
        } else if (!revealed) {
            auto* label =
                new QLabel(tr("You said %1. The run will show it.").arg(optionLetter(static_cast<std::size_t>(answer))),
                           m_content);
            label->setObjectName(QStringLiteral("guess"));
            label->setWordWrap(true);
            grid->addWidget(label, row, 0, 1, 2);
        } else {
            const auto right = static_cast<int>(ask->right);
            const QString verdict =
                answer == right ? tr("Right, it is %1.").arg(optionLetter(ask->right))
                : answer < static_cast<int>(ask->options.size())
                    ? tr("You said %1, it is %2.")
                          .arg(optionLetter(static_cast<std::size_t>(answer)), optionLetter(ask->right))
                    : tr("It is %1.").arg(optionLetter(ask->right));
            auto* label = wrapped(ask->explanation, m_content, false, verdict + QLatin1Char(' '));
            label->setObjectName(QStringLiteral("explanation"));
            grid->addWidget(label, row, 0, 1, 2);
        }
        m_column->addWidget(m_content);
    }

    bool eventFilter(QObject* target, QEvent* event) override {
        if (event->type() != QEvent::ShortcutOverride && event->type() != QEvent::KeyPress) {
            return false;
        }
        const auto* widget = qobject_cast<QWidget*>(target);
        const int option = optionOf(*static_cast<QKeyEvent*>(event));
        if (option < 0 || widget == nullptr || widget->window() != window() || typesText(widget)) {
            return false;
        }
        if (event->type() == QEvent::ShortcutOverride) {
            event->accept();  // so the key arrives as a key press, not as a shortcut of the window
        } else {
            m_player.answerWith(option);
        }
        return true;
    }

 private:
    /// Returns the option with the letter `key` while the question waits for an answer; -1: none.
    int optionOf(const QKeyEvent& key) const {
        if (m_ask == nullptr || m_answer >= 0 || key.modifiers() != Qt::NoModifier || !isVisible() ||
            visibleRegion().isEmpty()) {
            return -1;
        }
        const int option = key.key() - Qt::Key_A;
        return option >= 0 && option < static_cast<int>(m_ask->options.size()) ? option : -1;
    }

    StoryPlayer& m_player;
    QVBoxLayout* m_column;
    QWidget* m_content = nullptr;
    const AskAction* m_ask = nullptr;
    int m_answer = -1;
    bool m_revealed = false;
};

/// Text view as high as its text, since the page scrolls as a whole.
class StoryText : public QTextBrowser {
 public:
    explicit StoryText(QWidget* parent) : QTextBrowser(parent), m_document(new StoryDocument(this)) {
        setObjectName(QStringLiteral("storyText"));
        setDocument(m_document);
        setOpenLinks(false);
        setOpenExternalLinks(false);
        setFrameShape(QFrame::NoFrame);
        setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        viewport()->setAutoFillBackground(false);
    }
    void setPage(const StoryPage& page) {
        const QString title = QString::fromStdString(page.title);
        m_document->setDefaultFont(font());
        m_document->setStory((title.isEmpty() ? QString() : QStringLiteral("### %1\n\n").arg(title)) +
                             QString::fromStdString(page.text));
        fit();
    }

 protected:
    void resizeEvent(QResizeEvent* event) override {
        QTextBrowser::resizeEvent(event);
        fit();
    }
    void changeEvent(QEvent* event) override {
        QTextBrowser::changeEvent(event);
        if (event->type() == QEvent::FontChange) {
            m_document->setDefaultFont(font());
            fit();
        }
    }

 private:
    void fit() {
        m_document->setTextWidth(viewport()->width());
        setFixedHeight(static_cast<int>(std::ceil(m_document->size().height())) + 2);
    }

    StoryDocument* m_document;
};

StoryPageView::StoryPageView(StoryPlayer& player, QWidget* parent) : QWidget(parent), m_player(player) {
    setFocusPolicy(Qt::ClickFocus);  // buttons take no click focus: after a click, Space should control the run
    const auto placed = [](QPushButton* made, const char* name) {
        made->setObjectName(QString::fromLatin1(name));
        made->setFocusPolicy(Qt::TabFocus);
        return made;
    };
    const auto button = [this, &placed](const QString& text, const char* name) {
        auto* made = placed(new QPushButton(text, this), name);
        // Keep buttons narrow, since narrow windows have little space.
        fitToType(*made,
                  [](QPushButton& it) { it.setMinimumWidth(it.fontMetrics().horizontalAdvance(it.text()) + 24); });
        return made;
    };
    QPushButton* all = placed(new TitleButton(tr("All stories"), this), "allStories");
    QPushButton* again = placed(new TitleButton(tr("Page again"), this), "repeatPage");
    again->setToolTip(tr("Plays this page again: what it loads, runs and shows"));
    auto* head = rowOf({{all, 1}, {again, 1}});
    m_title = sentenceIn(this);
    m_title->setMinimumWidth(1);  // a long word is clipped rather than widening the window
    QFont bold = m_title->font();
    bold.setBold(true);
    m_title->setFont(bold);

    m_scroll = new QScrollArea(this);
    m_scroll->setWidgetResizable(true);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* page = new QWidget(m_scroll);
    m_text = new StoryText(page);
    m_text->setAccessibleName(tr("Text of the page"));
    m_question = new StoryQuestion(player, page);
    columnOf({m_text, m_question, BoxPart::room()}, page, {0});
    m_scroll->setWidget(page);

    m_waiting = sentenceIn(this, "storyWaiting");
    m_waiting->setMinimumWidth(1);
    m_back = button(tr("Back"), "storyBack");
    m_next = button(tr("Next"), "storyNext");
    m_progress = new QLabel(this);
    m_progress->setObjectName(QStringLiteral("storyProgress"));
    m_progress->setAlignment(Qt::AlignCenter);
    m_progress->setWordWrap(true);
    columnOf({head, m_title, {m_scroll, 1}, m_waiting, rowOf({m_back, {m_progress, 1}, m_next})}, this, {4});

    connect(all, &QPushButton::clicked, &player, &StoryPlayer::leave);
    connect(again, &QPushButton::clicked, &player, &StoryPlayer::repeat);
    connect(m_back, &QPushButton::clicked, &player, &StoryPlayer::back);
    connect(m_next, &QPushButton::clicked, &player,
            [&player] { player.waitsForLearner() ? player.skip() : player.next(); });
}

void StoryPageView::showPage() {
    const Story& story = *m_player.story();
    const auto pages = static_cast<int>(story.pages.size());
    m_question->pose(nullptr, -1, false);  // the previous page's question may have been deleted
    m_title->setText(lineAsWords(QString::fromStdString(story.title)));
    m_text->setPage(m_player.current());
    m_progress->setText(tr("page %1 of %2").arg(m_player.page() + 1).arg(pages));
    enable(*m_back, m_player.page() > 0);
    m_scroll->verticalScrollBar()->setValue(0);
    showState();
}

void StoryPageView::enable(QPushButton& button, bool on) {
    if (!on && button.hasFocus()) {
        setFocus(Qt::OtherFocusReason);  // otherwise another button gets the focus
    }
    button.setEnabled(on);
}

void StoryPageView::showState() {
    const bool skips = m_player.waitsForLearner();
    const bool isLast = m_player.page() + 1 == static_cast<int>(m_player.story()->pages.size());
    enable(*m_next, skips || !isLast);
    m_next->setText(skips ? tr("Skip") : tr("Next"));
    m_next->setToolTip(skips ? tr("Skips your turn; the page makes the change") : QString());
    m_question->pose(m_player.question(), m_player.answer(), m_player.revealed());
    if (m_player.revealed()) {
        // Scroll to the explanation once it has been laid out.
        QTimer::singleShot(0, this, [this] {
            if (auto* explanation = m_question->findChild<QLabel*>(QStringLiteral("explanation"))) {
                m_scroll->ensureWidgetVisible(explanation);
            }
        });
    }
    QStringList lines;
    if (!m_player.mistake().isEmpty()) {
        lines += m_player.mistake();
    }
    if (!m_player.waitingFor().isEmpty()) {
        lines += tr("Waiting for: %1.").arg(m_player.waitingFor());
    }
    m_waiting->setText(lines.join(QLatin1Char('\n')));
    m_waiting->setVisible(!lines.isEmpty());
}

}  // namespace kvw::wb
