// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/views/run/prompt_view.h"

#include <QCheckBox>
#include <QComboBox>
#include <QKeyEvent>
#include <QLabel>
#include <QSignalBlocker>
#include <algorithm>
#include <cmath>

#include "app/workbench/views/common/widgets/boxes.h"
#include "app/workbench/views/common/widgets/quiet_wheel.h"

namespace kvw::wb {

namespace {

constexpr int kPromptLines = 5, kSystemLines = 2;

void setText(TextBox& box, const QString& text) {
    if (box.toPlainText() != text) {
        const QSignalBlocker blocked(box);
        box.setPlainText(text);
    }
}

}  // namespace

TextBox::TextBox(int lines, const QString& placeholder, QWidget* parent) : QPlainTextEdit(parent) {
    setTabChangesFocus(true);
    setPlaceholderText(placeholder);
    const double around = 2 * (frameWidth() + document()->documentMargin());
    setFixedHeight(static_cast<int>(std::ceil(lines * QFontMetricsF(font()).lineSpacing() + around)));
}

void TextBox::keyPressEvent(QKeyEvent* event) {
    const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (enter && event->modifiers().testFlag(Qt::ControlModifier)) {
        Q_EMIT submitted();
        return;
    }
    QPlainTextEdit::keyPressEvent(event);
}

PromptView::PromptView(RunDraft& draft, QWidget* parent) : QWidget(parent), m_draft(draft) {
    m_prompt = new TextBox(kPromptLines, tr("Type a prompt; Ctrl+Return starts the run"), this);
    m_prompt->setObjectName(QStringLiteral("promptText"));
    m_prompt->setAccessibleName(tr("Prompt"));
    m_chat = new QCheckBox(tr("Chat"), this);
    m_chat->setObjectName(QStringLiteral("chat"));
    m_chat->setToolTip(tr("Writes the prompt as a message in the model's chat template"));
    m_names = new QComboBox(this);
    m_names->setObjectName(QStringLiteral("chatTemplate"));
    m_names->setAccessibleName(tr("Chat template"));
    m_names->setToolTip(tr("Which of the model's chat templates"));
    new QuietWheel(*m_names);
    m_system = new TextBox(kSystemLines, tr("System text, may be empty"), this);
    m_system->setObjectName(QStringLiteral("systemText"));
    m_system->setAccessibleName(tr("System text"));
    m_note = new QLabel(this);
    m_note->setObjectName(QStringLiteral("chatNote"));
    m_note->setWordWrap(true);
    m_note->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_note->setForegroundRole(QPalette::PlaceholderText);
    columnOf({m_prompt, m_chat, m_names, m_system, m_note}, this, {0, 3});

    connect(m_prompt, &QPlainTextEdit::textChanged, this, [this] { m_draft.typePrompt(text()); });
    const auto chat = [this] {
        m_draft.setChat(m_chat->isChecked(), m_system->toPlainText(), m_names->currentData().toString());
    };
    connect(m_names, &QComboBox::activated, this, chat);
    connect(m_chat, &QCheckBox::clicked, this, chat);
    connect(m_system, &QPlainTextEdit::textChanged, this, chat);
    for (TextBox* box : {m_prompt, m_system}) {
        connect(box, &TextBox::submitted, this, &PromptView::submitted);
    }
}

void PromptView::follow() {
    if (!m_draft.base().prompt) {
        return;
    }
    const RunDraft::ChatFacts facts = m_draft.chatFacts();
    const bool answers = m_draft.base().mode == Mode::Generate;
    setText(*m_prompt, QString::fromStdString(*m_draft.base().prompt));
    setText(*m_system, m_draft.system());
    showNames(facts.names);
    m_chat->setEnabled(facts.known && answers);
    m_chat->setChecked(m_draft.chats());
    m_system->setVisible(m_draft.chats());
    m_note->setText(!m_draft.base().specialTokens && !m_draft.chats()
                        ? tr("A chat template wrote this text: no begin token is added.")
                    : !facts.known || answers ? facts.reason
                                              : tr("A chat template needs mode “generate”."));
    m_note->setVisible(!m_note->text().isEmpty());
}

void PromptView::showNames(const QStringList& names) {
    const QSignalBlocker blocked(m_names);
    m_names->clear();
    for (const QString& name : names) {
        m_names->addItem(name, name == QLatin1String("default") ? QString() : name);
    }
    m_names->setCurrentIndex(std::max(0, m_names->findData(m_draft.chatName())));
    m_names->setVisible(m_draft.chats() && names.size() > 1);
}

}  // namespace kvw::wb
