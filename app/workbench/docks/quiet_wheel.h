// SPDX-License-Identifier: GPL-3.0-or-later
/// A box or slider of a form that scrolls: the wheel turns it only while it has the focus, else it scrolls the form.
#pragma once

#include <QEvent>
#include <QWidget>

namespace kvw::wb {

class QuietWheel : public QObject {
 public:
    explicit QuietWheel(QWidget& box) : QObject(&box) {
        box.setFocusPolicy(Qt::StrongFocus);  // the wheel alone gives it no focus
        box.installEventFilter(this);
    }
    bool eventFilter(QObject* watched, QEvent* event) override {
        if (event->type() == QEvent::Wheel && !static_cast<QWidget*>(watched)->hasFocus()) {
            event->ignore();  // for what it lies in
            return true;
        }
        return QObject::eventFilter(watched, event);
    }
};

}  // namespace kvw::wb
