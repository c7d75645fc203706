// SPDX-License-Identifier: GPL-3.0-or-later
/// Event filter for boxes and sliders of a scrolling form. The wheel changes a box only while it has the focus, and
/// never a slider, which would get the focus unnoticed from the box before it; otherwise it scrolls the form.
#pragma once

#include <QEvent>
#include <QWidget>

namespace kvw::wb {

class QuietWheel : public QObject {
 public:
    enum class Turns { WithFocus, Never };
    explicit QuietWheel(QWidget& box, Turns turns = Turns::WithFocus) : QObject(&box), m_turns(turns) {
        box.setFocusPolicy(Qt::StrongFocus);  // the wheel does not give it the focus
        box.installEventFilter(this);
    }
    bool eventFilter(QObject* watched, QEvent* event) override {
        const bool turns = m_turns == Turns::WithFocus && static_cast<QWidget*>(watched)->hasFocus();
        if (event->type() == QEvent::Wheel && !turns) {
            event->ignore();  // the parent scrolls
            return true;
        }
        return QObject::eventFilter(watched, event);
    }

 private:
    Turns m_turns;
};

}  // namespace kvw::wb
