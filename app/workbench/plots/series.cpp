// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/plots/series.h"

#include <algorithm>
#include <cmath>

namespace kvw::wb {

void Series::Extent::add(double value) {
    if (std::isfinite(value)) {
        low = std::min(low, value);
        high = std::max(high, value);
    }
}

void Series::Extent::add(const Extent& other) {
    low = std::min(low, other.low);
    high = std::max(high, other.high);
}

Series::Series(Plot& plot, int panel, const QColor& color, Qt::PenStyle style)
    : m_graph(plot.addLine(panel, color, style)) {}

void Series::append(double x, double y) {
    m_graph->data()->add(QCPGraphData(x, std::isfinite(y) ? y : std::numeric_limits<double>::quiet_NaN()));
    m_extent.add(y);
}

void Series::clear() {
    m_graph->data()->clear();
    m_extent = {};
}

void Series::setColor(const QColor& color) {
    QPen pen = m_graph->pen();
    pen.setColor(color);
    m_graph->setPen(pen);
}

Series::Extent Series::extent(double first, double last) const {
    Extent found;
    const auto data = m_graph->data();
    for (auto point = data->findBegin(first, false); point != data->constEnd() && point->key <= last; ++point) {
        found.add(point->value);
    }
    return found;
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
    plot.y(panel)->setRange(floor ? 0 : extent.low - margin, extent.high + margin);
}

}  // namespace kvw::wb
