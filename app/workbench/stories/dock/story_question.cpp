// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/stories/dock/story_question.h"

#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QGridLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QPlainTextEdit>
#include <QPushButton>
#include <cmath>
#include <optional>

#include "app/workbench/stories/story_lines.h"
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
    label->setTextFormat(Qt::RichText);  // lineAsHtml allows only emphasis, scripts and code from the story
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

/// Returns the number that the learner typed, with a point or a comma.
std::optional<double> typedNumber(const QString& text) {
    return numberOf(text.trimmed().replace(QLatin1Char(','), QLatin1Char('.')).toStdString());
}

}  // namespace

StoryQuestion::StoryQuestion(StoryPlayer& player, QWidget* parent)
    : QWidget(parent), m_player(player), m_column(columnOf({}, this, {0})) {
    qApp->installEventFilter(this);
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
    if (ask != nullptr) {
        makeContent();
        m_column->addWidget(m_content);
    }
}

void StoryQuestion::makeContent() {
    m_content = new QWidget(this);
    m_content->setObjectName(QStringLiteral("question"));
    m_grid = new QGridLayout(m_content);
    m_grid->setContentsMargins(4, 8, 4, 4);
    m_grid->setColumnStretch(1, 1);
    m_grid->addWidget(wrapped(m_ask->question, m_content, true), 0, 0, 1, 2);
    addAnswer(m_ask->number ? addNumber(1) : addOptions(1));
}

int StoryQuestion::addOptions(int row) {
    for (std::size_t option = 0; option < m_ask->options.size(); ++option, ++row) {
        auto* button = new QPushButton(optionLetter(option), m_content);
        button->setObjectName(QStringLiteral("option") + optionLetter(option));
        button->setAccessibleName(lineAsWords(QString::fromStdString(m_ask->options[option])));
        fitToType(*button,
                  [](QPushButton& it) { it.setFixedWidth(it.fontMetrics().horizontalAdvance(QLatin1Char('M')) * 3); });
        button->setFocusPolicy(Qt::TabFocus);
        button->setEnabled(m_answer < 0);
        m_grid->addWidget(button, row, 0, Qt::AlignTop);
        OptionText* text = wrapped(m_ask->options[option], m_content, m_revealed && option == m_ask->right);
        text->setObjectName(QStringLiteral("optionText") + optionLetter(option));
        text->setButton(button);
        m_grid->addWidget(text, row, 1);
        connect(button, &QPushButton::clicked, this, [this, option] { m_player.answerWith(static_cast<int>(option)); });
    }
    return row;
}

int StoryQuestion::addNumber(int row) {
    if (m_answer >= 0) {
        return row;
    }
    auto* line = new QLineEdit(m_content);
    line->setObjectName(QStringLiteral("countBox"));
    line->setAccessibleName(tr("Your number"));
    line->setPlaceholderText(tr("Your number"));
    auto* lock = new QPushButton(tr("Answer"), m_content);
    lock->setObjectName(QStringLiteral("lockNumber"));
    lock->setFocusPolicy(Qt::TabFocus);
    lock->setEnabled(false);
    m_grid->addLayout(rowOf({{line, 1}, lock}), row, 0, 1, 2);
    connect(line, &QLineEdit::textChanged, lock,
            [lock](const QString& text) { lock->setEnabled(typedNumber(text).has_value()); });
    connect(line, &QLineEdit::returnPressed, lock, &QPushButton::click);
    connect(lock, &QPushButton::clicked, this, [this, line] {
        if (const auto number = typedNumber(line->text())) {
            m_player.answerWithNumber(*number);
        }
    });
    return row + 1;
}

void StoryQuestion::addAnswer(int row) {
    if (m_answer < 0) {
        auto* show = new QPushButton(tr("Show the answer"), m_content);
        show->setObjectName(QStringLiteral("showAnswer"));
        show->setFocusPolicy(Qt::TabFocus);
        m_grid->addWidget(show, row, 0, 1, 2, Qt::AlignLeft);
        connect(show, &QPushButton::clicked, &m_player, &StoryPlayer::reveal);
        return;
    }
    if (!m_revealed) {
        auto* label = new QLabel(tr("You said %1. The run will show it.").arg(answerText()), m_content);
        label->setObjectName(QStringLiteral("guess"));
        label->setWordWrap(true);
        m_grid->addWidget(label, row, 0, 1, 2);
        return;
    }
    const bool guessed = m_answer < static_cast<int>(m_ask->choices());
    const double rounding = m_ask->number ? 1e-9 * std::abs(*m_ask->number) : 0;
    const bool right =
        guessed && (m_ask->number ? std::abs(m_player.typed() - *m_ask->number) <= m_ask->within + rounding
                                  : m_answer == static_cast<int>(m_ask->right));
    const QString truth = m_ask->number ? QString::number(*m_ask->number, 'g', QLocale::FloatingPointShortest)
                                        : optionLetter(m_ask->right);
    const QString verdict = right     ? tr("Right, it is %1.").arg(truth)
                            : guessed ? tr("You said %1, it is %2.").arg(answerText(), truth)
                                      : tr("It is %1.").arg(truth);
    auto* label = wrapped(m_ask->explanation, m_content, false, verdict + QLatin1Char(' '));
    label->setObjectName(QStringLiteral("explanation"));
    m_grid->addWidget(label, row, 0, 1, 2);
}

QString StoryQuestion::answerText() const {
    return m_ask->number ? QString::number(m_player.typed(), 'g', QLocale::FloatingPointShortest)
                         : optionLetter(static_cast<std::size_t>(m_answer));
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
        m_player.answerWith(option);
    }
    return true;
}

int StoryQuestion::optionOf(const QKeyEvent& key) const {
    if (m_ask == nullptr || m_answer >= 0 || key.modifiers() != Qt::NoModifier || !isVisible() ||
        visibleRegion().isEmpty()) {
        return -1;
    }
    const int option = key.key() - Qt::Key_A;
    return option >= 0 && option < static_cast<int>(m_ask->options.size()) ? option : -1;
}

}  // namespace kvw::wb
