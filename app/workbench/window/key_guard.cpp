// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/window/key_guard.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QRadioButton>

namespace kvw::wb {

namespace {

/// What is typed into or pressed; everything else shows something.
bool isControl(const QWidget* widget) {
    return qobject_cast<const QAbstractButton*>(widget) != nullptr ||
           qobject_cast<const QAbstractSlider*>(widget) != nullptr ||
           qobject_cast<const QAbstractSpinBox*>(widget) != nullptr ||
           qobject_cast<const QComboBox*>(widget) != nullptr || qobject_cast<const QLineEdit*>(widget) != nullptr ||
           qobject_cast<const QPlainTextEdit*>(widget) != nullptr;
}

}  // namespace

KeyGuard::KeyGuard(QWidget* window, QWidget* home) : QObject(window), m_window(window), m_back(home) {
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget*, QWidget* now) {
        if (now != nullptr && now->window() == m_window && now != m_window && !isControl(now)) {
            m_back = now;
        }
    });
    qApp->installEventFilter(this);
}

bool KeyGuard::eventFilter(QObject* target, QEvent* event) {
    if (event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        return (key == Qt::Key_Return || key == Qt::Key_Enter) && commit(target);
    }
    if (event->type() != QEvent::ShortcutOverride) {
        return false;
    }
    const auto* key = static_cast<QKeyEvent*>(event);
    if (key->modifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier) || !needs(target, key->key())) {
        return false;
    }
    event->accept();
    return true;
}

bool KeyGuard::needs(const QObject* target, int key) {
    switch (key) {
        case Qt::Key_Space:
            return qobject_cast<const QAbstractButton*>(target) != nullptr ||
                   qobject_cast<const QComboBox*>(target) != nullptr;
        case Qt::Key_Up:
        case Qt::Key_Down:
        case Qt::Key_Left:
        case Qt::Key_Right:
            // Of a group only the chosen one takes Tab: without arrows the others could not be reached.
            if (qobject_cast<const QRadioButton*>(target) != nullptr) {
                return true;
            }
            [[fallthrough]];
        case Qt::Key_Home:
        case Qt::Key_End:
            return qobject_cast<const QAbstractSlider*>(target) != nullptr ||
                   qobject_cast<const QAbstractSpinBox*>(target) != nullptr ||
                   qobject_cast<const QAbstractItemView*>(target) != nullptr ||
                   qobject_cast<const QComboBox*>(target) != nullptr;
        default:
            return qobject_cast<const QAbstractSpinBox*>(target) != nullptr;
    }
}

bool KeyGuard::commit(QObject* target) {
    auto* box = qobject_cast<QAbstractSpinBox*>(target);
    if (box == nullptr || box->window() != m_window) {
        return false;  // in a dialog, Return is its button
    }
    box->interpretText();
    if (m_back != nullptr && m_back->isVisible()) {
        m_back->setFocus(Qt::OtherFocusReason);
    } else {
        box->clearFocus();
    }
    return true;
}

}  // namespace kvw::wb
