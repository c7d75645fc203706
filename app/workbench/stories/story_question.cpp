// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/stories/story_question.h"

#include <QApplication>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include "app/workbench/docks/type_scale.h"
#include "app/workbench/stories/story_text.h"

namespace kvw::wb {

namespace {

/// `before`: words of the window's own.
QLabel* wrapped(const std::string& text, QWidget* parent, bool bold = false, const QString& before = {}) {
    auto* label = new QLabel(before.toHtmlEscaped() + lineAsHtml(QString::fromStdString(text)), parent);
    label->setTextFormat(Qt::RichText);  // of which only emphasis and code come from the story
    label->setWordWrap(true);
    label->setMinimumWidth(1);  // a long word is cut, it does not widen the window
    QFont font = label->font();
    font.setBold(bold);
    label->setFont(font);
    return label;
}

QString letter(std::size_t option) {
    return QString(QLatin1Char(static_cast<char>('A' + option)));
}

}  // namespace

StoryQuestion::StoryQuestion(QWidget* parent) : QWidget(parent), m_column(new QVBoxLayout(this)) {
    m_column->setContentsMargins(0, 0, 0, 0);
}

void StoryQuestion::pose(const AskAction* ask, int answer) {
    if (ask == m_ask && answer == m_answer) {
        return;
    }
    m_ask = ask;
    m_answer = answer;
    if (m_content != nullptr) {
        if (m_content->isAncestorOf(QApplication::focusWidget())) {
            setFocus(Qt::OtherFocusReason);  // which else the next button gets
        }
        m_content->hide();
        m_content->deleteLater();  // it may be the button that was just pressed
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
        auto* button = new QPushButton(letter(option), m_content);
        button->setObjectName(QStringLiteral("option") + letter(option));
        button->setAccessibleName(lineAsWords(QString::fromStdString(ask->options[option])));
        fitToType(*button,
                  [button] { button->setFixedWidth(button->fontMetrics().horizontalAdvance(QLatin1Char('M')) * 3); });
        button->setFocusPolicy(Qt::TabFocus);
        button->setEnabled(answer < 0);
        grid->addWidget(button, row, 0, Qt::AlignTop);
        grid->addWidget(wrapped(ask->options[option], m_content, answer >= 0 && option == ask->right), row, 1);
        connect(button, &QPushButton::clicked, this, [this, option] { Q_EMIT answered(static_cast<int>(option)); });
    }
    if (answer < 0) {
        auto* show = new QPushButton(tr("Show the answer"), m_content);
        show->setObjectName(QStringLiteral("showAnswer"));
        show->setFocusPolicy(Qt::TabFocus);
        grid->addWidget(show, row, 0, 1, 2, Qt::AlignLeft);
        connect(show, &QPushButton::clicked, this,
                [this, options = static_cast<int>(ask->options.size())] { Q_EMIT answered(options); });
    } else {
        const auto right = static_cast<int>(ask->right);
        const QString verdict =
            answer == right ? tr("Right, it is %1.").arg(letter(ask->right))
            : answer < static_cast<int>(ask->options.size())
                ? tr("You said %1, it is %2.").arg(letter(static_cast<std::size_t>(answer)), letter(ask->right))
                : tr("It is %1.").arg(letter(ask->right));
        auto* label = wrapped(ask->explanation, m_content, false, verdict + QLatin1Char(' '));
        label->setObjectName(QStringLiteral("explanation"));
        grid->addWidget(label, row, 0, 1, 2);
    }
    m_column->addWidget(m_content);
}

}  // namespace kvw::wb
