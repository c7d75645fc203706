// SPDX-License-Identifier: GPL-3.0-or-later
/// Editor for a typed prompt, with the switch that makes it a message in the model's chat template.
#pragma once

#include <QPlainTextEdit>
#include <QWidget>

#include "app/workbench/session/draft/run_draft.h"

class QCheckBox;
class QComboBox;
class QLabel;

namespace kvw::wb {

/// Box for several lines of text; Tab leaves it, Ctrl+Return submits it.
class TextBox : public QPlainTextEdit {
    Q_OBJECT
 public:
    TextBox(int lines, const QString& placeholder, QWidget* parent);

 Q_SIGNALS:
    void submitted();

 protected:
    void keyPressEvent(QKeyEvent* event) override;
};

/// Edits prompt, chat switch and system text of the draft. Thread: GUI thread.
class PromptView : public QWidget {
    Q_OBJECT
 public:
    explicit PromptView(RunDraft& draft, QWidget* parent = nullptr);
    void follow();  ///< shows the draft; keeps the cursor in a text that is being typed
    /// Returns the typed text, even while a document is chosen.
    [[nodiscard]] QString text() const { return m_prompt->toPlainText(); }
    void startTyping() { m_prompt->setFocus(Qt::OtherFocusReason); }

 Q_SIGNALS:
    void submitted();

 private:
    void showNames(const QStringList& names);

    RunDraft& m_draft;
    TextBox *m_prompt, *m_system;
    QCheckBox* m_chat;
    QComboBox* m_names;
    QLabel* m_note;
};

}  // namespace kvw::wb
