// SPDX-License-Identifier: GPL-3.0-or-later
/// A sentence in a row of a form.
#pragma once

#include <QLabel>
#include <QResizeEvent>
#include <algorithm>

namespace kvw::wb {

/// Wraps, and is never lower than its lines: `QFormLayout` of Qt 6.4 gives a label whose text or width has changed the
/// height that another width would need. Thread: GUI thread.
class FormText : public QLabel {
 public:
    explicit FormText(QWidget* parent) : QLabel(parent) {
        setTextFormat(Qt::PlainText);
        setWordWrap(true);
    }

    /// Beside `QLabel::setText`, which is not virtual.
    void say(const QString& text) {
        if (text != this->text()) {
            setText(text);
            fit();
        }
    }

 protected:
    void resizeEvent(QResizeEvent* event) override {
        QLabel::resizeEvent(event);
        if (event->size().width() != event->oldSize().width()) {
            fit();
        }
    }
    void changeEvent(QEvent* event) override {
        QLabel::changeEvent(event);
        if (event->type() == QEvent::FontChange) {
            fit();
        }
    }

 private:
    void fit() {
        setMinimumHeight(0);  // it is a part of what is asked next
        setMinimumHeight(std::max(0, heightForWidth(width())));
    }
};

}  // namespace kvw::wb
