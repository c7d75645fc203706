// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/window/dock_drags.h"

#include <QMouseEvent>
#include <utility>

namespace kvw::wb {

DockDrags::DockDrags(QMainWindow& window, const std::vector<DockLayout::Placed>& docks, QObject* parent)
    : QObject(parent), m_window(window) {
    window.installEventFilter(this);
    for (const DockLayout::Placed& placed : docks) {
        placed.dock->installEventFilter(this);
    }
}

bool DockDrags::takesHold(const QObject* target, QPoint place) const {
    if (target == &m_window) {
        return m_window.childAt(place) == nullptr;
    }
    const auto* dock = qobject_cast<const Dock*>(target);
    return dock != nullptr && dock->widget() != nullptr && !dock->widget()->geometry().contains(place);
}

bool DockDrags::eventFilter(QObject* target, QEvent* event) {
    if (event->type() == QEvent::MouseButtonPress) {
        const auto& press = static_cast<const QMouseEvent&>(*event);
        if (press.button() == Qt::LeftButton && takesHold(target, press.position().toPoint())) {
            m_held = true;
            Q_EMIT begins();
        }
    } else if (event->type() == QEvent::MouseButtonRelease && std::exchange(m_held, false)) {
        // Behind what Qt does with it.
        QMetaObject::invokeMethod(this, &DockDrags::over, Qt::QueuedConnection);
    }
    return QObject::eventFilter(target, event);
}

}  // namespace kvw::wb
