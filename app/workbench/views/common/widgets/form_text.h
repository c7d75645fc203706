// SPDX-License-Identifier: GPL-3.0-or-later
/// Label for a sentence in a row of a form.
#pragma once

#include <QLabel>
#include <QResizeEvent>
#include <algorithm>

namespace kvw::wb {

/// Label that wraps and is as high as its lines at its current width. It tells layouts that its height does not depend
/// on the width, because `QFormLayout` of Qt 6.4 and the layouts around it cache heights of other widths and cut the
/// text. Thread: GUI thread.
class FormText : public QLabel {
 public:
    explicit FormText(QWidget* parent) : QLabel(parent) {
        setTextFormat(Qt::PlainText);
        setWordWrap(true);
    }

    /// Sets the text; use it in place of `QLabel::setText`, which is not virtual.
    void say(const QString& text) {
        if (text != this->text()) {
            setText(text);
            fit();
        }
    }

    [[nodiscard]] bool hasHeightForWidth() const override { return false; }
    [[nodiscard]] QSize sizeHint() const override { return {QLabel::sizeHint().width(), m_lines}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {QLabel::minimumSizeHint().width(), m_lines}; }

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
        const int lines = std::max(0, QLabel::heightForWidth(width()));
        if (lines != m_lines) {
            m_lines = lines;
            updateGeometry();
        }
    }

    int m_lines = 0;  ///< height of all lines
};

}  // namespace kvw::wb
