// SPDX-License-Identifier: GPL-3.0-or-later
/// Reactions to events of a widget that need no class of their own.
#pragma once

#include <QKeyEvent>
#include <QPointer>
#include <QWidget>
#include <algorithm>
#include <functional>
#include <initializer_list>
#include <utility>
#include <vector>

namespace kvw::wb {

/// A child of `widget`, whose events `take` gets first. Returns true: the widget does not get the event. `take` may use
/// `receiver`: once the destructor of that has run, events pass by.
class EventHook : public QObject {
 public:
    template <class Receiver>
    EventHook(QWidget& widget, Receiver* receiver, std::function<bool(QEvent& event)> take)
        // A widget destroys its children after its members; by then it is a QWidget only.
        : QObject(&widget),
          m_lives(
              [guarded = QPointer<QObject>(receiver)] { return dynamic_cast<Receiver*>(guarded.data()) != nullptr; }),
          m_take(std::move(take)) {
        widget.installEventFilter(this);
    }
    bool eventFilter(QObject* watched, QEvent* event) override {
        return (m_lives() && m_take(*event)) || QObject::eventFilter(watched, event);
    }

 private:
    std::function<bool()> m_lives;
    std::function<bool(QEvent& event)> m_take;
};

/// Calls `act`, a function of `receiver`, before `widget` handles an event of one of the types.
template <class Receiver, class Act>
void onEvent(QWidget& widget, std::initializer_list<QEvent::Type> types, Receiver* receiver, Act act) {
    new EventHook(widget, receiver, [types = std::vector(types), receiver, act](const QEvent& event) {
        if (std::ranges::find(types, event.type()) != types.end()) {
            std::invoke(act, receiver);
        }
        return false;
    });
}

/// Calls `act`, a function of `receiver`, in place of what `widget` does with one of the keys.
template <class Receiver, class Act>
void onKeys(QWidget& widget, std::initializer_list<int> keys, Receiver* receiver, Act act) {
    new EventHook(widget, receiver, [keys = std::vector(keys), receiver, act](const QEvent& event) {
        const bool ours = event.type() == QEvent::KeyPress &&
                          std::ranges::find(keys, static_cast<const QKeyEvent&>(event).key()) != keys.end();
        if (ours) {
            std::invoke(act, receiver);
        }
        return ours;
    });
}

/// Calls `act`, a function of `receiver`, when Delete is pressed; with tokens selected, that is also a shortcut of the
/// window.
template <class Receiver, class Act>
void onDelete(QWidget& widget, Receiver* receiver, Act act) {
    new EventHook(widget, receiver, [receiver, act](QEvent& event) {
        const bool pressed = event.type() == QEvent::KeyPress;
        if ((!pressed && event.type() != QEvent::ShortcutOverride) ||
            !static_cast<QKeyEvent&>(event).matches(QKeySequence::Delete)) {
            return false;
        }
        event.accept();
        if (pressed) {
            std::invoke(act, receiver);
        }
        return true;
    });
}

}  // namespace kvw::wb
