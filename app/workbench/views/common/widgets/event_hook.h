// SPDX-License-Identifier: GPL-3.0-or-later
/// Reactions to events of a widget that need no class of their own.
#pragma once

#include <QKeyEvent>
#include <QWidget>
#include <algorithm>
#include <functional>
#include <initializer_list>
#include <utility>
#include <vector>

namespace kvw::wb {

/// A child of `widget`, whose events `take` gets first. Returns true: the widget does not get the event.
class EventHook : public QObject {
 public:
    EventHook(QWidget& widget, std::function<bool(QEvent& event)> take) : QObject(&widget), m_take(std::move(take)) {
        widget.installEventFilter(this);
    }
    bool eventFilter(QObject* watched, QEvent* event) override {
        return m_take(*event) || QObject::eventFilter(watched, event);
    }

 private:
    std::function<bool(QEvent& event)> m_take;
};

/// Calls `act` before `widget` handles an event of one of the types.
inline void onEvent(QWidget& widget, std::initializer_list<QEvent::Type> types, std::function<void()> act) {
    new EventHook(widget, [types = std::vector(types), act = std::move(act)](const QEvent& event) {
        if (std::ranges::find(types, event.type()) != types.end()) {
            act();
        }
        return false;
    });
}

/// Calls `act` in place of what `widget` does with one of the keys.
inline void onKeys(QWidget& widget, std::initializer_list<int> keys, std::function<void()> act) {
    new EventHook(widget, [keys = std::vector(keys), act = std::move(act)](const QEvent& event) {
        const bool ours = event.type() == QEvent::KeyPress &&
                          std::ranges::find(keys, static_cast<const QKeyEvent&>(event).key()) != keys.end();
        if (ours) {
            act();
        }
        return ours;
    });
}

/// Calls `act` when Delete is pressed; with tokens selected, that is also a shortcut of the window.
inline void onDelete(QWidget& widget, std::function<void()> act) {
    new EventHook(widget, [act = std::move(act)](QEvent& event) {
        const bool pressed = event.type() == QEvent::KeyPress;
        if ((!pressed && event.type() != QEvent::ShortcutOverride) ||
            !static_cast<QKeyEvent&>(event).matches(QKeySequence::Delete)) {
            return false;
        }
        event.accept();
        if (pressed) {
            act();
        }
        return true;
    });
}

}  // namespace kvw::wb
