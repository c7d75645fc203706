// SPDX-License-Identifier: GPL-3.0-or-later
/// Text of a dock that is as high as needed where there is room, and scrolls where there is not.
#pragma once

#include <QEvent>
#include <QScrollArea>
#include <QScrollBar>
#include <algorithm>

namespace kvw::wb {

/// Requires at most two lines and no width, so that the dock and the window can stay low in large type. The Tab key
/// reaches it only while it scrolls. Thread: GUI thread.
class ScrolledText : public QScrollArea {
 public:
    /// Takes ownership of `text`, which may wrap. `name`: its subject, for screen readers.
    ScrolledText(QWidget& text, const QString& name, QWidget* parent) : QScrollArea(parent) {
        setAccessibleName(name);
        setFrameShape(QFrame::NoFrame);
        setWidgetResizable(true);
        setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
        setFocusPolicy(Qt::NoFocus);
        connect(verticalScrollBar(), &QScrollBar::rangeChanged, this,
                [this](int /*least*/, int most) { setFocusPolicy(most > 0 ? Qt::TabFocus : Qt::NoFocus); });
        setWidget(&text);
        measure();
    }

    QSize sizeHint() const override { return {widget()->minimumSizeHint().width(), m_needed}; }
    QSize minimumSizeHint() const override { return {0, std::min(m_needed, 2 * fontMetrics().lineSpacing())}; }

 protected:
    bool eventFilter(QObject* watched, QEvent* event) override {
        const bool done = QScrollArea::eventFilter(watched, event);
        if (watched == widget() && (event->type() == QEvent::LayoutRequest || event->type() == QEvent::Resize)) {
            measure();
        }
        return done;
    }

    void resizeEvent(QResizeEvent* event) override {
        QScrollArea::resizeEvent(event);
        measure();
    }

 private:
    void measure() {
        const QWidget& text = *widget();
        const int high = text.hasHeightForWidth() ? text.heightForWidth(width()) : text.sizeHint().height();
        if (high != m_needed) {
            m_needed = high;
            updateGeometry();
        }
    }

    int m_needed = 0;  ///< height of the text at this width
};

}  // namespace kvw::wb
