// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/stories/dock/story_question.h"

#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QGridLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include "app/workbench/stories/story_text.h"
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

QString letter(std::size_t option) {
    return QString(QLatin1Char(static_cast<char>('A' + option)));
}

}  // namespace

StoryQuestion::StoryQuestion(QWidget* parent) : QWidget(parent), m_column(new QVBoxLayout(this)) {
    m_column->setContentsMargins(0, 0, 0, 0);
    qApp->installEventFilter(this);
}

int StoryQuestion::optionOf(const QKeyEvent& key) const {
    if (m_ask == nullptr || m_answer >= 0 || key.modifiers() != Qt::NoModifier || !isVisible() ||
        visibleRegion().isEmpty()) {
        return -1;
    }
    const int option = key.key() - Qt::Key_A;
    return option >= 0 && option < static_cast<int>(m_ask->options.size()) ? option : -1;
}

bool StoryQuestion::eventFilter(QObject* target, QEvent* event) {
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
        Q_EMIT answered(option);
    }
    return true;
}

void StoryQuestion::pose(const AskAction* ask, int answer, bool revealed) {
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
        auto* button = new QPushButton(letter(option), m_content);
        button->setObjectName(QStringLiteral("option") + letter(option));
        button->setAccessibleName(lineAsWords(QString::fromStdString(ask->options[option])));
        fitToType(*button,
                  [button] { button->setFixedWidth(button->fontMetrics().horizontalAdvance(QLatin1Char('M')) * 3); });
        button->setFocusPolicy(Qt::TabFocus);
        button->setEnabled(answer < 0);
        grid->addWidget(button, row, 0, Qt::AlignTop);
        OptionText* text = wrapped(ask->options[option], m_content, revealed && option == ask->right);
        text->setObjectName(QStringLiteral("optionText") + letter(option));
        text->setButton(button);
        grid->addWidget(text, row, 1);
        connect(button, &QPushButton::clicked, this, [this, option] { Q_EMIT answered(static_cast<int>(option)); });
    }
    if (answer < 0) {
        auto* show = new QPushButton(tr("Show the answer"), m_content);
        show->setObjectName(QStringLiteral("showAnswer"));
        show->setFocusPolicy(Qt::TabFocus);
        grid->addWidget(show, row, 0, 1, 2, Qt::AlignLeft);
        connect(show, &QPushButton::clicked, this,
                [this, options = static_cast<int>(ask->options.size())] { Q_EMIT answered(options); });
    } else if (!revealed) {
        auto* label = new QLabel(tr("You said %1. The run will show it.").arg(letter(static_cast<std::size_t>(answer))),
                                 m_content);
        label->setObjectName(QStringLiteral("guess"));
        label->setWordWrap(true);
        grid->addWidget(label, row, 0, 1, 2);
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
