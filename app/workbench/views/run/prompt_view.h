// SPDX-License-Identifier: GPL-3.0-or-later
/// Editor for a typed prompt, with the switch that makes it a message in the model's chat template.
#pragma once

#include <QCheckBox>
#include <QComboBox>
#include <QKeyEvent>
#include <QLabel>
#include <QPlainTextEdit>
#include <QSignalBlocker>
#include <QWidget>
#include <algorithm>
#include <cmath>

#include "app/workbench/session/draft/run_draft.h"
#include "app/workbench/views/common/widgets/boxes.h"
#include "app/workbench/views/common/widgets/quiet_wheel.h"

namespace kvw::wb {

/// Box for several lines of text; Tab leaves it, Ctrl+Return submits it.
class TextBox : public QPlainTextEdit {
    Q_OBJECT
 public:
    TextBox(int lines, const QString& placeholder, QWidget* parent) : QPlainTextEdit(parent) {
        setTabChangesFocus(true);
        setPlaceholderText(placeholder);
        const double around = 2 * (frameWidth() + document()->documentMargin());
        setFixedHeight(static_cast<int>(std::ceil(lines * QFontMetricsF(font()).lineSpacing() + around)));
    }

 Q_SIGNALS:
    void submitted();

 protected:
    void keyPressEvent(QKeyEvent* event) override {
        const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
        if (enter && event->modifiers().testFlag(Qt::ControlModifier)) {
            Q_EMIT submitted();
            return;
        }
        QPlainTextEdit::keyPressEvent(event);
    }
};

/// Shows another text; a text that is being typed, which is the same, keeps its cursor.
inline void setPlainText(TextBox& box, const QString& text) {
    if (box.toPlainText() != text) {
        const QSignalBlocker blocked(box);
        box.setPlainText(text);
    }
}

/// Edits prompt, chat switch and system text of the draft. Thread: GUI thread.
class PromptView : public QWidget {
    Q_OBJECT
 public:
    explicit PromptView(RunDraft& draft, QWidget* parent = nullptr) : QWidget(parent), m_draft(draft) {
        m_prompt = named(new TextBox(kPromptLines, tr("Type a prompt; Ctrl+Return starts the run"), this), "promptText",
                         tr("Prompt"));
        m_chat = named(new QCheckBox(tr("Chat"), this), "chat", {},
                       tr("Writes the prompt as a message in the model's chat template"));
        m_names =
            named(new QComboBox(this), "chatTemplate", tr("Chat template"), tr("Which of the model's chat templates"));
        quietWheel(*m_names);
        m_system =
            named(new TextBox(kSystemLines, tr("System text, may be empty"), this), "systemText", tr("System text"));
        m_note = named(new QLabel(this), "chatNote");
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

    /// Shows the draft; keeps the cursor in a text that is being typed.
    void follow() {
        if (!m_draft.base().prompt) {
            return;
        }
        const RunDraft::ChatFacts facts = m_draft.chatFacts();
        const bool answers = m_draft.base().mode == Mode::Generate;
        setPlainText(*m_prompt, QString::fromStdString(*m_draft.base().prompt));
        setPlainText(*m_system, m_draft.system());
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

    /// Returns the typed text, even while a document is chosen.
    [[nodiscard]] QString text() const { return m_prompt->toPlainText(); }
    void startTyping() { m_prompt->setFocus(Qt::OtherFocusReason); }

 Q_SIGNALS:
    void submitted();

 private:
    static constexpr int kPromptLines = 5, kSystemLines = 2;

    void showNames(const QStringList& names) {
        m_names->clear();
        for (const QString& name : names) {
            m_names->addItem(name, name == QLatin1String("default") ? QString() : name);
        }
        m_names->setCurrentIndex(std::max(0, m_names->findData(m_draft.chatName())));
        m_names->setVisible(m_draft.chats() && names.size() > 1);
    }

    RunDraft& m_draft;
    TextBox *m_prompt, *m_system;
    QCheckBox* m_chat;
    QComboBox* m_names;
    QLabel* m_note;
};

}  // namespace kvw::wb
