// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/window/title_style.h"

#include <QApplication>
#include <QPainter>
#include <algorithm>

namespace kvw::wb {

TitleStyle::TitleStyle() : QProxyStyle(QStringLiteral("Fusion")), m_usual(QApplication::font()) {}

void TitleStyle::drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                             const QWidget* widget) const {
    if (element != CE_DockWidgetTitle) {
        QProxyStyle::drawControl(element, option, painter, widget);
        return;
    }
    painter->save();
    painter->setFont(QApplication::font());
    QProxyStyle::drawControl(element, option, painter, widget);
    painter->restore();
}

int TitleStyle::pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const {
    const int usual = QProxyStyle::pixelMetric(metric, option, widget);
    if (metric != PM_DockWidgetTitleMargin) {
        return usual;
    }
    const int more = QFontMetrics(QApplication::font()).height() - m_usual.height();
    return usual + std::max(0, more + 1) / 2;
}

}  // namespace kvw::wb
