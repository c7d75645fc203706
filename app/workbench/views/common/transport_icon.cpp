// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/views/common/transport_icon.h"

#include <QApplication>
#include <QIconEngine>
#include <QPainter>
#include <QPainterPath>
#include <QPainterPathStroker>
#include <QPalette>

namespace kvw::wb {

namespace {

/// Returns the shape of a sign in a square with side 16.
QPainterPath shapeOf(Sign sign) {
    QPainterPath path;
    const auto arrow = [&](double base, double tip) {
        path.addPolygon(QPolygonF({{base, 3}, {base, 13}, {tip, 8}}));
        path.closeSubpath();
    };
    const auto bar = [&](double x) { path.addRect(x, 3, 2, 10); };
    QPainterPath lines;
    const auto stroke = [&](double width) {
        QPainterPathStroker stroker;
        stroker.setWidth(width);
        path = stroker.createStroke(lines);
        path.setFillRule(Qt::WindingFill);
    };
    switch (sign) {
        case Sign::Run:
            arrow(4, 13);
            break;
        case Sign::Pause:
            path.addRect(4, 3, 3, 10);
            path.addRect(9, 3, 3, 10);
            break;
        case Sign::Stop:
            path.addRect(4, 4, 8, 8);
            break;
        case Sign::Live:
            path.addEllipse(QPointF(8, 8), 4, 4);
            break;
        case Sign::First:
            bar(3);
            arrow(13, 6);
            break;
        case Sign::Last:
            arrow(3, 10);
            bar(11);
            break;
        case Sign::Earlier:
            arrow(12, 4);
            break;
        case Sign::Later:
            arrow(4, 12);
            break;
        case Sign::Fork:
            lines.moveTo(2, 8);
            lines.lineTo(7, 8);
            lines.lineTo(13, 4);
            lines.moveTo(7, 8);
            lines.lineTo(13, 12);
            stroke(2);
            break;
        case Sign::Unlinked:
            // Two links of a chain, apart.
            lines.addRoundedRect(1, 6, 5, 4, 2, 2);
            lines.addRoundedRect(10, 6, 5, 4, 2, 2);
            lines.moveTo(7, 3);
            lines.lineTo(9, 13);
            stroke(1.5);
            break;
        case Sign::Explore:
            // A curve over its axes.
            lines.moveTo(2, 2);
            lines.lineTo(2, 14);
            lines.lineTo(14, 14);
            lines.moveTo(4, 11);
            lines.lineTo(7, 6);
            lines.lineTo(10, 9);
            lines.lineTo(14, 3);
            stroke(1.5);
            break;
        case Sign::Compare:
            // Two arrows, one each way.
            lines.moveTo(2, 5);
            lines.lineTo(14, 5);
            lines.lineTo(11, 2);
            lines.moveTo(14, 11);
            lines.lineTo(2, 11);
            lines.lineTo(5, 14);
            stroke(1.5);
            break;
        case Sign::Cache:
            // Slots, one of them free.
            for (const int x : {2, 7, 12}) {
                for (const int y : {2, 7, 12}) {
                    if (x != 7 || y != 7) {
                        path.addRect(x - 1, y - 1, 4, 4);
                    }
                }
            }
            break;
        case Sign::Sweep:
            // Points of a front.
            for (const QPointF& point :
                 {QPointF(3, 3), QPointF(5, 8), QPointF(9, 11), QPointF(13, 13), QPointF(11, 5)}) {
                path.addEllipse(point, 1.7, 1.7);
            }
            break;
        case Sign::Library:
            path.addRect(2, 2, 3, 12);
            path.addRect(6, 4, 3, 10);
            path.addRect(10, 2, 3, 12);
            break;
        case Sign::Author:
            // Angle brackets.
            lines.moveTo(6, 3);
            lines.lineTo(1, 8);
            lines.lineTo(6, 13);
            lines.moveTo(10, 3);
            lines.lineTo(15, 8);
            lines.lineTo(10, 13);
            stroke(1.7);
            break;
        case Sign::Maximise:
            // The corners of a frame.
            lines.moveTo(3, 7);
            lines.lineTo(3, 3);
            lines.lineTo(7, 3);
            lines.moveTo(9, 13);
            lines.lineTo(13, 13);
            lines.lineTo(13, 9);
            stroke(1.5);
            break;
        case Sign::Fold:
            lines.moveTo(3, 3);
            lines.lineTo(13, 3);
            lines.moveTo(4, 12);
            lines.lineTo(8, 7);
            lines.lineTo(12, 12);
            stroke(1.5);
            break;
    }
    return path;
}

class StrokeEngine : public QIconEngine {
 public:
    explicit StrokeEngine(Sign sign) : m_sign(sign) {}

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override {
        const auto group = mode == QIcon::Disabled ? QPalette::Disabled : QPalette::Active;
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        painter->translate(rect.topLeft());
        painter->scale(rect.width() / 16.0, rect.height() / 16.0);
        painter->fillPath(shapeOf(m_sign), QApplication::palette().color(group, QPalette::ButtonText));
        painter->restore();
    }
    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
        QPixmap drawn(size);
        drawn.fill(Qt::transparent);
        QPainter painter(&drawn);
        paint(&painter, QRect(QPoint(0, 0), size), mode, state);
        return drawn;
    }
    [[nodiscard]] QIconEngine* clone() const override { return new StrokeEngine(m_sign); }

 private:
    Sign m_sign;
};

}  // namespace

QIcon transportIcon(Sign sign) {
    return QIcon(new StrokeEngine(sign));
}

}  // namespace kvw::wb
