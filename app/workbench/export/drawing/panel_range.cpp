// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/export/drawing/panel_range.h"

#include <algorithm>
#include <cmath>

#include "app/workbench/export/drawing/figure_marks.h"

namespace kvw::wb {
namespace {

constexpr double kHalfAPoint = 0.9;  // millimetres
constexpr double kHalfABar = 0.6;    // in bar distances, with some space

bool has(const FigurePanel& panel, FigureStyle style) {
    return std::any_of(panel.series.begin(), panel.series.end(),
                       [style](const FigureSeries& series) { return series.style == style; });
}

void addSeries(Limits& seen, const FigureSeries& series, bool isX) {
    const bool bars = series.style == FigureStyle::Bars;
    for (std::size_t i = 0; i < std::min(series.x.size(), series.y.size()); ++i) {
        if (isX) {
            const double half = bars ? kHalfABar : 0;
            seen.add(series.x[i] - half);
            seen.add(series.x[i] + half);
        } else {
            seen.add(series.y[i]);
            const double half = !bars && i < series.deviation.size() ? series.deviation[i] : 0;
            seen.add(series.y[i] - half);
            seen.add(series.y[i] + half);
        }
    }
    if (bars && !isX) {
        seen.add(0);
    }
}

}  // namespace

void Limits::add(double value) {
    if (std::isfinite(value)) {
        low = std::min(low, value);
        high = std::max(high, value);
    }
}

Limits drawnLimits(const FigurePanel& panel, bool isX) {
    Limits seen;
    for (const FigureSeries& series : panel.series) {
        addSeries(seen, series, isX);
    }
    for (const FigureMap& map : panel.maps) {
        if (map.rows > 0 && map.columns > 0) {
            seen.add(isX ? map.xBegin : map.yBegin);
            seen.add(isX ? map.xEnd : map.yEnd);
        }
    }
    return seen;
}

figures::AxisEnds panelRange(const FigurePanel& panel, bool isX, const QSizeF& size) {
    const FigureAxis& wanted = isX ? panel.x : panel.y;
    Limits seen = drawnLimits(panel, isX);
    if (!(seen.low <= seen.high)) {
        seen = {0, 1};
    }
    if (wanted.logarithmic && seen.low > 0) {
        return {wanted.minimum.value_or(seen.low), wanted.maximum.value_or(seen.high), true};
    }
    const bool bars = has(panel, FigureStyle::Bars);
    const bool flush = (isX && !bars) || !panel.maps.empty();
    const double margin = flush ? 0 : seen.high > seen.low ? (seen.high - seen.low) * 0.05 : 0.5;
    const bool floor = !isX && bars && seen.low >= 0;
    const double room = isX ? 0 : std::min(marksRoom(panel, size), 0.5);
    double low = wanted.minimum.value_or(floor ? 0 : seen.low - margin);
    const double headroom = (seen.high - low) * room / (1 - room);
    double high = seen.high > seen.low || !flush ? seen.high + std::max(margin, headroom) : seen.low + 1;
    high = wanted.maximum.value_or(high);
    if (!has(panel, FigureStyle::Points)) {
        return {low, high};
    }
    const double half = (high - low) * kHalfAPoint / (isX ? size.width() : size.height());
    return {seen.low - low < half ? low - half : low, high - seen.high < half ? high + half : high};
}

}  // namespace kvw::wb
