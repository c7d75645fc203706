// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/shell/layout/dock_drags.h"

#include <QApplication>
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
    const QEvent::Type type = event->type();
    if (type == QEvent::MouseButtonPress) {
        const auto& press = static_cast<const QMouseEvent&>(*event);
        if (press.button() == Qt::LeftButton && takesHold(target, press.position().toPoint())) {
            m_held = press.globalPosition().toPoint();
            m_least = target == &m_window ? 1 : QApplication::startDragDistance();
            m_dragged = false;
            Q_EMIT begins();
        }
    } else if (type == QEvent::MouseMove && m_held) {
        const QPoint way = static_cast<const QMouseEvent&>(*event).globalPosition().toPoint() - *m_held;
        m_dragged = m_dragged || way.manhattanLength() >= m_least;
    } else if (type == QEvent::MouseButtonRelease && std::exchange(m_held, std::nullopt) && m_dragged) {
        // Queued, so that Qt handles the release first.
        QMetaObject::invokeMethod(this, &DockDrags::over, Qt::QueuedConnection);
    }
    return QObject::eventFilter(target, event);
}

}  // namespace kvw::wb
