// SPDX-License-Identifier: GPL-3.0-or-later
/// Part of a form that folds under one line, which says in a few words what is in it.
#pragma once

#include <QSettings>
#include <QToolButton>
#include <QWidget>

#include "app/workbench/views/common/widgets/boxes.h"
#include "app/workbench/views/common/widgets/form_text.h"

namespace kvw::wb {

/// Folded at first. Remembers what the user chose; what has to be seen unfolds it for once. Thread: GUI thread.
class Fold : public QWidget {
    Q_OBJECT
 public:
    /// Takes ownership of `body`. `name`: object name, under which the choice is remembered.
    Fold(const QString& title, const char* name, QWidget* body, QWidget* parent) : QWidget(parent), m_body(body) {
        setObjectName(QLatin1String(name));
        m_button = new QToolButton(this);
        m_button->setText(title);
        m_button->setCheckable(true);
        m_button->setAutoRaise(true);
        m_button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        m_summary = new FormText(this);
        m_summary->setForegroundRole(QPalette::PlaceholderText);
        columnOf({rowOf({m_button, {m_summary, 1}}, nullptr, {-1, 6}), m_body}, this, {0, 3});
        connect(m_button, &QToolButton::clicked, this, &Fold::choose);
        turn(false);
    }

    /// Sets the words beside the title.
    void setSummary(const QString& summary) { m_summary->say(summary); }
    [[nodiscard]] QString summary() const { return m_summary->text(); }
    [[nodiscard]] bool unfolded() const { return !m_body->isHidden(); }
    /// Folds or unfolds, as a click does.
    void choose(bool unfolded) {
        turn(unfolded);
        if (m_settings != nullptr) {
            m_settings->setValue(key(), unfolded);
        }
    }
    /// Unfolds when something inside begins to need attention; the user may fold it again.
    void setUrgent(bool urgent) {
        if (urgent && !m_urgent) {
            turn(true);
        }
        m_urgent = urgent;
    }
    /// Takes the choice of earlier sessions from `settings`, and stores it there from now on. Null: this session only.
    void rememberIn(QSettings* settings) {
        m_settings = settings;
        if (settings != nullptr && settings->value(key()).toBool()) {
            turn(true);
        }
    }

    /// Returns the fold that `control` is in; null: none.
    [[nodiscard]] static Fold* of(const QWidget& control) {
        for (QWidget* above = control.parentWidget(); above != nullptr; above = above->parentWidget()) {
            if (auto* fold = qobject_cast<Fold*>(above); fold != nullptr && fold->m_body->isAncestorOf(&control)) {
                return fold;
            }
        }
        return nullptr;
    }
    /// Returns whether `control` is seen in `form` once all is unfolded.
    [[nodiscard]] static bool isSeenIn(const QWidget& form, const QWidget& control) {
        const Fold* fold = of(control);
        return fold == nullptr ? control.isVisibleTo(&form)
                               : control.isVisibleTo(fold->m_body) && isSeenIn(form, *fold);
    }

 private:
    [[nodiscard]] QString key() const { return QStringLiteral("unfolded/") + objectName(); }
    void turn(bool unfolded) {
        m_button->setChecked(unfolded);
        m_button->setArrowType(unfolded ? Qt::DownArrow : Qt::RightArrow);
        m_body->setVisible(unfolded);
    }

    QWidget* m_body;
    QToolButton* m_button;
    FormText* m_summary;
    QSettings* m_settings = nullptr;
    bool m_urgent = false;
};

}  // namespace kvw::wb
