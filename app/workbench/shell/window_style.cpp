// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/shell/window_style.h"

#include <QApplication>
#include <QPainter>
#include <QStyleOption>
#include <algorithm>

#include "app/workbench/views/common/dock_title.h"

namespace kvw::wb {

WindowStyle::WindowStyle() : QProxyStyle(QStringLiteral("Fusion")), m_usual(QApplication::font()) {}

void WindowStyle::drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                              const QWidget* widget) const {
    if (element != CE_DockWidgetTitle) {
        QProxyStyle::drawControl(element, option, painter, widget);
        return;
    }
    painter->save();
    painter->setFont(QApplication::font());
    QStyleOptionDockWidget titled;
    if (const auto* title = qstyleoption_cast<const QStyleOptionDockWidget*>(option)) {
        titled = *title;
        const QVariant end = widget == nullptr ? QVariant() : widget->property(DockTitle::kEnd);
        constexpr int kAround = 9;
        if (end.isValid()) {  // Fusion knows of Qt's own buttons only
            titled.title = painter->fontMetrics().elidedText(title->title, Qt::ElideRight,
                                                             std::max(0, end.toInt() - title->rect.left() - kAround));
        }
        option = &titled;
    }
    QProxyStyle::drawControl(element, option, painter, widget);
    if (widget != nullptr && widget->property(kLastUsed).toBool()) {
        constexpr int kLine = 2;
        painter->fillRect(QRect(option->rect.left(), option->rect.bottom() + 1 - kLine, option->rect.width(), kLine),
                          option->palette.color(QPalette::Highlight));
    }
    painter->restore();
}

void WindowStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                                const QWidget* widget) const {
    QProxyStyle::drawPrimitive(element, option, painter, widget);
    constexpr int kDark = 128;
    const bool box = element == PE_IndicatorCheckBox || element == PE_IndicatorItemViewItemCheck;
    if ((!box && element != PE_IndicatorRadioButton) || option->palette.window().color().lightness() >= kDark) {
        return;
    }
    QColor frame = option->palette.color(QPalette::Text);
    frame.setAlphaF(0.6F);  // Fusion's own frame is darker than the window
    painter->save();
    painter->setPen(frame);
    painter->setBrush(Qt::NoBrush);
    painter->setRenderHint(QPainter::Antialiasing, !box);
    const QRect place = option->rect.adjusted(0, 0, -1, -1);
    box ? painter->drawRect(place) : painter->drawEllipse(QRectF(place));
    painter->restore();
}

int WindowStyle::pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const {
    const int usual = QProxyStyle::pixelMetric(metric, option, widget);
    if (metric != PM_DockWidgetTitleMargin) {
        return usual;
    }
    const int more = QFontMetrics(QApplication::font()).height() - m_usual.height();
    return usual + std::max(0, more + 1) / 2;
}

}  // namespace kvw::wb
