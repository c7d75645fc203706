// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/stories/dock/story_page_view.h"

#include <QLabel>
#include <QPushButton>
#include <QResizeEvent>
#include <QScrollArea>
#include <QScrollBar>
#include <QTextBrowser>
#include <QTimer>
#include <QVBoxLayout>
#include <QWidget>
#include <cmath>

#include "app/workbench/stories/dock/story_question.h"
#include "app/workbench/stories/dock/title_button.h"
#include "app/workbench/stories/story_player.h"
#include "app/workbench/stories/story_text.h"
#include "app/workbench/views/common/widgets/boxes.h"
#include "app/workbench/views/common/widgets/type_scale.h"

namespace kvw::wb {

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
    void setPage(const StoryPage& page, const std::filesystem::path& folder) {
        const QString title = QString::fromStdString(page.title);
        m_document->setDefaultFont(font());
        m_document->setStory(
            (title.isEmpty() ? QString() : QStringLiteral("### %1\n\n").arg(title)) + QString::fromStdString(page.text),
            folder);
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
        m_document->fitPictures(viewport()->width() - qRound(2 * m_document->documentMargin()));
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

    connect(m_text, &QTextBrowser::anchorClicked, this, [this](const QUrl& link) {
        if (link.scheme() == QLatin1String(kTermScheme)) {
            Q_EMIT termWanted(link.path());
        }
    });
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
    m_text->setPage(m_player.current(), m_player.folder());
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
