// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/window/key_guard.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QComboBox>
#include <QKeyEvent>

namespace kvw::wb {

bool KeyGuard::eventFilter(QObject* target, QEvent* event) {
    if (event->type() != QEvent::ShortcutOverride) {
        return false;
    }
    auto* key = static_cast<QKeyEvent*>(event);
    if (key->modifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier)) {
        return false;
    }
    bool needed = false;
    switch (key->key()) {
        case Qt::Key_Space:
            needed = qobject_cast<QAbstractButton*>(target) != nullptr || qobject_cast<QComboBox*>(target) != nullptr;
            break;
        case Qt::Key_Up:
        case Qt::Key_Down:
        case Qt::Key_Left:
        case Qt::Key_Right:
        case Qt::Key_Home:
        case Qt::Key_End:
            needed = qobject_cast<QAbstractSlider*>(target) != nullptr ||
                     qobject_cast<QAbstractSpinBox*>(target) != nullptr ||
                     qobject_cast<QAbstractItemView*>(target) != nullptr || qobject_cast<QComboBox*>(target) != nullptr;
            break;
        default:
            needed = qobject_cast<QAbstractSpinBox*>(target) != nullptr;
            break;
    }
    if (needed) {
        event->accept();
    }
    return needed;
}

}  // namespace kvw::wb
