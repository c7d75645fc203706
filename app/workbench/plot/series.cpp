// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/plot/series.h"

#include <algorithm>
#include <cmath>

namespace kvw::wb {

void Curve::draw(QCPPainter* painter) {
    const QCPRange shown = keyAxis()->range();
    QVector<QCPGraphData> drawn;
    for (const Digest::Point& point : digest.points(shown.lower, shown.upper, keyAxis()->axisRect()->width())) {
        if (lineStyle() != lsImpulse || std::isfinite(point.y)) {
            drawn.push_back(QCPGraphData(point.x, point.y));
        }
    }
    data()->set(drawn, true);
    QCPGraph::draw(painter);
}

Series::Series(Plot& plot, int panel, const QColor& color, Qt::PenStyle style)
    : m_curve(new Curve(plot.x(panel), plot.y(panel))) {
    Plot::setUpLine(*m_curve, color, style);
}

Series Series::ticks(Plot& plot, int panel, const QColor& color) {
    auto* curve = new Curve(plot.x(panel), plot.panel(panel)->axis(QCPAxis::atRight));
    Plot::setUpLine(*curve, color);
    curve->setLineStyle(QCPGraph::lsImpulse);
    return Series(curve);
}

void Series::setColor(const QColor& color) {
    QPen pen = m_curve->pen();
    pen.setColor(color);
    m_curve->setPen(pen);
}

void fitY(Plot& plot, int panel, std::span<const Series> series, bool all, bool withZero) {
    Series::Extent extent;
    const QCPRange shown = plot.x(panel)->range();
    for (const Series& each : series) {
        if (each.graph()->visible()) {
            extent.add(all ? each.extent() : each.extent(shown.lower, shown.upper));
        }
    }
    if (withZero || extent.empty()) {
        extent.add(0.0);
    }
    const double size = extent.high - extent.low;
    const double margin = size > 0 ? size * 0.06 : std::max(std::abs(extent.high) * 0.1, 0.5);
    const bool floor = withZero && extent.low >= 0;
    const double high = extent.high + margin;
    // If every step has a tick, the ticks form a band, which must not cover the values.
    const bool ticks = !plot.panel(panel)->axis(QCPAxis::atRight)->graphs().isEmpty();
    const double below = ticks ? (high - extent.low) * 1.2 / (Plot::kTickHeight - 1.2) : floor ? 0 : margin;
    plot.y(panel)->setRange(extent.low - below, high);
}

}  // namespace kvw::wb
