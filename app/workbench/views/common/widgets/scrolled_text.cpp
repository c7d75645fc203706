// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/views/common/widgets/scrolled_text.h"

#include <QEvent>
#include <QScrollBar>
#include <algorithm>

namespace kvw::wb {

ScrolledText::ScrolledText(QWidget& text, const QString& name, QWidget* parent) : QScrollArea(parent) {
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

QSize ScrolledText::sizeHint() const {
    return {widget()->minimumSizeHint().width(), m_needed};
}

QSize ScrolledText::minimumSizeHint() const {
    return {0, std::min(m_needed, 2 * fontMetrics().lineSpacing())};
}

bool ScrolledText::eventFilter(QObject* watched, QEvent* event) {
    const bool done = QScrollArea::eventFilter(watched, event);
    if (watched == widget() && (event->type() == QEvent::LayoutRequest || event->type() == QEvent::Resize)) {
        measure();
    }
    return done;
}

void ScrolledText::resizeEvent(QResizeEvent* event) {
    QScrollArea::resizeEvent(event);
    measure();
}

void ScrolledText::measure() {
    const QWidget& text = *widget();
    const int high = text.hasHeightForWidth() ? text.heightForWidth(width()) : text.sizeHint().height();
    if (high != m_needed) {
        m_needed = high;
        updateGeometry();
    }
}

}  // namespace kvw::wb
