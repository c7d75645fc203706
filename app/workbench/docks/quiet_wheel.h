// SPDX-License-Identifier: GPL-3.0-or-later
/// A box or slider of a form that scrolls: the wheel turns a box only while it has the focus, and a slider never, which
/// gets the focus from the box before it unnoticed; else it scrolls the form.
#pragma once

#include <QEvent>
#include <QWidget>

namespace kvw::wb {

class QuietWheel : public QObject {
 public:
    enum class Turns { WithFocus, Never };
    explicit QuietWheel(QWidget& box, Turns turns = Turns::WithFocus) : QObject(&box), m_turns(turns) {
        box.setFocusPolicy(Qt::StrongFocus);  // the wheel alone gives it no focus
        box.installEventFilter(this);
    }
    bool eventFilter(QObject* watched, QEvent* event) override {
        const bool turns = m_turns == Turns::WithFocus && static_cast<QWidget*>(watched)->hasFocus();
        if (event->type() == QEvent::Wheel && !turns) {
            event->ignore();  // for what it lies in
            return true;
        }
        return QObject::eventFilter(watched, event);
    }

 private:
    Turns m_turns;
};

}  // namespace kvw::wb
