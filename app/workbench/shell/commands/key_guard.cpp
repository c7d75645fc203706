// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/shell/commands/key_guard.h"

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
#include <QTabBar>
#include <QTimer>

#include "app/workbench/views/common/dock.h"

namespace kvw::wb {

namespace {

/// Returns whether the widget is typed into or pressed; all others count as views.
bool isControl(const QWidget* widget) {
    return qobject_cast<const QAbstractButton*>(widget) != nullptr ||
           qobject_cast<const QAbstractSlider*>(widget) != nullptr ||
           qobject_cast<const QAbstractSpinBox*>(widget) != nullptr ||
           qobject_cast<const QComboBox*>(widget) != nullptr || qobject_cast<const QLineEdit*>(widget) != nullptr ||
           qobject_cast<const QPlainTextEdit*>(widget) != nullptr || qobject_cast<const QTabBar*>(widget) != nullptr;
}

/// Returns the check box that Space toggles in a table or list: the one of the current row, in any column.
QModelIndex boxOf(const QObject* target) {
    const auto* view = qobject_cast<const QAbstractItemView*>(target);
    const QModelIndex current = view != nullptr ? view->currentIndex() : QModelIndex();
    for (int column = 0; current.isValid() && column < current.model()->columnCount(current.parent()); ++column) {
        const QModelIndex index = current.siblingAtColumn(column);
        if (index.flags().testFlags(Qt::ItemIsUserCheckable | Qt::ItemIsEnabled) &&
            index.data(Qt::CheckStateRole).isValid()) {
            return index;
        }
    }
    return {};
}

bool tick(const QObject* target) {
    const QModelIndex box = boxOf(target);
    if (!box.isValid()) {
        return false;
    }
    const bool ticked = box.data(Qt::CheckStateRole).toInt() == Qt::Checked;
    static_cast<const QAbstractItemView*>(target)->model()->setData(box, ticked ? Qt::Unchecked : Qt::Checked,
                                                                    Qt::CheckStateRole);
    return true;
}

/// Returns whether no Ctrl, Alt or Meta is pressed, which would make it another key.
bool bare(const QKeyEvent& key) {
    return !(key.modifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier));
}

/// Returns whether the key is Ctrl+E or Ctrl+Shift+E.
bool exports(const QKeyEvent& key) {
    return key.key() == Qt::Key_E && (key.modifiers() & ~Qt::ShiftModifier) == Qt::ControlModifier;
}

/// Returns whether the widget is really visible. Qt also reports a dock behind another tab as visible.
bool inSight(const QWidget* widget) {
    const QWidget* each = widget;
    while (each != nullptr && qobject_cast<const Dock*>(each) == nullptr) {
        each = each->parentWidget();
    }
    return widget->isVisible() && (each == nullptr || static_cast<const Dock*>(each)->shown());
}

}  // namespace

KeyGuard::KeyGuard(QWidget* window, QWidget* home) : QObject(window), m_window(window), m_home(home), m_back(home) {
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget* before, QWidget* now) {
        m_strayed = strays(before, now) ? now : nullptr;
        if (m_strayed != nullptr) {
            QTimer::singleShot(0, this, &KeyGuard::comeBack);  // rearranging hides all docks for a moment
        }
        if (now != nullptr && now->window() == m_window && now != m_window && !isControl(now)) {
            m_back = now;
        }
    });
    for (const Dock* dock : window->findChildren<Dock*>(Qt::FindDirectChildrenOnly)) {
        connect(dock, &QDockWidget::visibilityChanged, this, [this](bool seen) {
            if (!seen) {
                QTimer::singleShot(0, this, &KeyGuard::leaveHidden);
            }
        });
    }
    qApp->installEventFilter(this);
}

void KeyGuard::leaveHidden() {
    // Also done while a dialog has the focus, because the dialog gives it back when it closes.
    const QWidget* focused = m_window->focusWidget();
    if (focused != nullptr && focused->isVisible() && !inSight(focused)) {
        m_window->setFocus(Qt::OtherFocusReason);
    }
}

QWidget* KeyGuard::nextInSight(QWidget* window, bool forward) {
    QWidget* from = window->focusWidget() != nullptr ? window->focusWidget() : window;
    QWidget* next = from;
    do {
        next = forward ? next->nextInFocusChain() : next->previousInFocusChain();
        if ((next->focusPolicy() & Qt::TabFocus) != 0 && next->focusProxy() == nullptr && next->isEnabled() &&
            next->window() == window && inSight(next)) {
            return next;
        }
    } while (next != from);
    return nullptr;
}

bool KeyGuard::strays(const QWidget* before, const QWidget* now) const {
    if (before == nullptr || now == nullptr || before->window() != m_window || now->window() != m_window ||
        !isControl(now)) {
        return false;
    }
    while (before != m_window && before->parentWidget() != m_window) {
        before = before->parentWidget();
    }
    return !before->isVisible();
}

void KeyGuard::comeBack() {
    if (m_strayed == nullptr || QApplication::focusWidget() != m_strayed) {
        return;
    }
    for (QWidget* to : {m_back.data(), m_home.data()}) {
        if (to != nullptr && inSight(to)) {
            to->setFocus(Qt::OtherFocusReason);
            return;
        }
    }
}

void KeyGuard::giveKeysTo(const Dock& dock) {
    if (!dock.isAncestorOf(QApplication::focusWidget())) {
        dock.widget()->setFocus(Qt::MouseFocusReason);
    }
}

void KeyGuard::pressed(const QWidget* target) const {
    for (const QWidget* each = target; each != nullptr; each = each->parentWidget()) {
        if (const auto* dock = qobject_cast<const Dock*>(each)) {
            if (dock->parentWidget() == m_window) {
                giveKeysTo(*dock);
            }
            return;
        }
        if (each->isEnabled() && (each->focusPolicy() & Qt::ClickFocus) != 0) {
            return;
        }
    }
}

bool KeyGuard::eventFilter(QObject* target, QEvent* event) {
    if (event->type() == QEvent::MouseButtonPress) {
        pressed(qobject_cast<QWidget*>(target));
        return false;
    }
    if (event->type() == QEvent::KeyPress) {
        const auto* pressed = static_cast<QKeyEvent*>(event);
        const int key = pressed->key();
        return (key == Qt::Key_Space && bare(*pressed) && tick(target)) ||
               ((key == Qt::Key_Return || key == Qt::Key_Enter) && commit(target));
    }
    if (event->type() != QEvent::ShortcutOverride) {
        return false;
    }
    const auto* key = static_cast<QKeyEvent*>(event);
    if (exports(*key) && qobject_cast<const QLineEdit*>(target) != nullptr) {
        event->ignore();
        return true;  // a line edit would move to the end of the line
    }
    if (!bare(*key) || !needs(target, key->key())) {
        return false;
    }
    event->accept();
    return true;
}

bool KeyGuard::needs(const QObject* target, int key) {
    switch (key) {
        case Qt::Key_Space:
            return qobject_cast<const QAbstractButton*>(target) != nullptr ||
                   qobject_cast<const QComboBox*>(target) != nullptr || boxOf(target).isValid();
        case Qt::Key_Up:
        case Qt::Key_Down:
        case Qt::Key_Left:
        case Qt::Key_Right:
            // Tab reaches only the checked button of a group; arrows are needed for the others.
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
        return false;  // in a dialog, Return presses a button
    }
    box->interpretText();
    if (m_back != nullptr && inSight(m_back)) {
        m_back->setFocus(Qt::OtherFocusReason);
    } else {
        box->clearFocus();
    }
    return true;
}

}  // namespace kvw::wb
