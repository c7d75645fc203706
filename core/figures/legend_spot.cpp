// SPDX-License-Identifier: Apache-2.0
#include "core/figures/legend_spot.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "core/figures/figure_lines.h"

namespace kvw::figures {
namespace {

constexpr double kMostOfLine = 0.02, kMostOfCells = 0.05;  // shares that may be hidden: of a line, of the legend's area
constexpr double kAround = 0.9;                            // millimetres: size of a point, margin of a line
constexpr std::size_t kMostPoints = 1000;                  // points of a line that are examined

/// Rectangle in shares of the panel, from its lower left corner.
struct Box {
    double left, right, low, high;
    [[nodiscard]] bool holds(double x, double y) const { return x >= left && x <= right && y >= low && y <= high; }
    [[nodiscard]] bool meets(const Box& other) const {
        return left < other.right && other.left < right && low < other.high && other.low < high;
    }
};
constexpr Box kPanel{0, 1, 0, 1};

/// Returns the length of a straight line within the box.
double lengthIn(const Box& box, double x0, double y0, double x1, double y1) {
    double begin = 0, end = 1;
    const auto clip = [&](double at, double step, double low, double high) {
        if (step == 0) {
            end = at < low || at > high ? begin : end;
            return;
        }
        const double one = (low - at) / step, other = (high - at) / step;
        begin = std::max(begin, std::min(one, other));
        end = std::min(end, std::max(one, other));
    };
    clip(x0, x1 - x0, box.left, box.right);
    clip(y0, y1 - y0, box.low, box.high);
    return end > begin ? (end - begin) * std::hypot(x1 - x0, y1 - y0) : 0;
}

class Axis {
 public:
    Axis(const AxisEnds& ends, bool reversed)
        : m_low(scaled(ends.low, ends.logarithmic)),
          m_range(scaled(ends.high, ends.logarithmic) - m_low),
          m_logarithmic(ends.logarithmic),
          m_reversed(reversed) {}

    /// Returns the place as a share of the axis; NaN: a logarithmic axis has none.
    [[nodiscard]] double shareOf(double value) const {
        const double share = (scaled(value, m_logarithmic) - m_low) / m_range;
        return m_reversed ? 1 - share : share;
    }
    [[nodiscard]] double valueAt(double share) const {
        const double value = m_low + (m_reversed ? 1 - share : share) * m_range;
        return m_logarithmic ? std::pow(10, value) : value;
    }

 private:
    static double scaled(double value, bool logarithmic) {
        return !logarithmic ? value : value > 0 ? std::log10(value) : NAN;
    }
    double m_low, m_range;
    bool m_logarithmic, m_reversed;
};

struct Hidden {
    int whole = 0;               ///< number of points and bars
    double line = 0, cells = 0;  ///< the largest part of a line; the part of the legend that lies on values
    [[nodiscard]] bool isNoticeable() const { return whole > 0 || line > kMostOfLine || cells > kMostOfCells; }
    [[nodiscard]] bool operator<(const Hidden& other) const {
        return std::pair(whole, line + cells) < std::pair(other.whole, other.line + other.cells);
    }
};

class DrawnPanel {
 public:
    DrawnPanel(const FigurePanel& panel, const AxisEnds& x, const AxisEnds& y)
        : m_panel(panel), m_x(x, panel.x.reversed), m_y(y, panel.y.reversed) {}

    [[nodiscard]] Hidden hiddenBy(const Box& legend, const Box& around) const {
        Hidden hidden;
        for (const FigureSeries& series : m_panel.series) {
            if (series.style == FigureStyle::Points || series.style == FigureStyle::Bars) {
                hidden.whole += wholeIn(around, series);
            } else {
                hidden.line = std::max(hidden.line, partIn(around, series));
            }
        }
        for (const FigureMap& map : m_panel.maps) {
            hidden.cells = std::max(hidden.cells, cellsIn(legend, map));
        }
        return hidden;
    }

 private:
    [[nodiscard]] int wholeIn(const Box& box, const FigureSeries& series) const {
        const BarPlace place = barPlace(m_panel, series);
        const double zero = std::clamp(m_y.shareOf(0), 0.0, 1.0);
        int count = 0;
        for (std::size_t i = 0; i < std::min(series.x.size(), series.y.size()); ++i) {
            const double x = series.x[i] + place.shift, y = m_y.shareOf(series.y[i]);
            if (series.style == FigureStyle::Points) {
                count += box.holds(m_x.shareOf(x), y) ? 1 : 0;
            } else if (std::isfinite(y)) {
                const double one = m_x.shareOf(x - place.width / 2), other = m_x.shareOf(x + place.width / 2);
                count += box.meets({std::min(one, other), std::max(one, other), std::min(zero, y), std::max(zero, y)})
                             ? 1
                             : 0;
            }
        }
        return count;
    }

    /// Returns the hidden share of the line, as far as it is in the panel.
    [[nodiscard]] double partIn(const Box& box, const FigureSeries& series) const {
        const std::size_t count = std::min(series.x.size(), series.y.size()), step = count / kMostPoints + 1;
        double all = 0, hidden = 0, lastX = NAN, lastY = NAN;
        const auto add = [&](double x0, double y0, double x1, double y1) {
            if (std::isfinite(x0 + y0 + x1 + y1)) {
                all += lengthIn(kPanel, x0, y0, x1, y1);
                hidden += lengthIn(box, x0, y0, x1, y1);
            }
        };
        for (std::size_t i = 0; i < count; i += step) {
            const double x = m_x.shareOf(series.x[i]), y = m_y.shareOf(series.y[i]);
            const bool stairs = series.style == FigureStyle::Steps;
            add(lastX, lastY, x, stairs ? lastY : y);
            add(x, stairs ? lastY : y, x, y);
            if (const double half = i < series.deviation.size() ? series.deviation[i] : 0; half > 0) {
                add(x, m_y.shareOf(series.y[i] - half), x, m_y.shareOf(series.y[i] + half));
            }
            lastX = x;
            lastY = y;
        }
        return all > 0 ? hidden / all : 0;
    }

    /// Returns the share of the box on drawn cells, sampled on a grid. Cells without a value may be covered; evicted
    /// ones may not: they are what a map is about.
    [[nodiscard]] double cellsIn(const Box& box, const FigureMap& map) const {
        constexpr int kPlaces = 24;
        if (map.rows <= 0 || map.columns <= 0) {
            return 0;
        }
        int drawn = 0;
        for (int place = 0; place < kPlaces * kPlaces; ++place) {
            const int column = place % kPlaces, row = place / kPlaces;
            const double across = (column + 0.5) / kPlaces, up = (row + 0.5) / kPlaces;
            const double x = m_x.valueAt(box.left + across * (box.right - box.left));
            const double y = m_y.valueAt(box.low + up * (box.high - box.low));
            const double i = std::floor((x - map.xBegin) / (map.xEnd - map.xBegin) * map.columns);
            const double j = std::floor((y - map.yBegin) / (map.yEnd - map.yBegin) * map.rows);
            if (i >= 0 && i < map.columns && j >= 0 && j < map.rows) {
                const FigureCell cell = map.cells[map.at(static_cast<std::int32_t>(j), static_cast<std::int32_t>(i))];
                drawn += cell == FigureCell::Value || cell == FigureCell::Evicted ? 1 : 0;
            }
        }
        return static_cast<double>(drawn) / (kPlaces * kPlaces);
    }

    const FigurePanel& m_panel;
    Axis m_x, m_y;
};

Box boxAt(LegendSpot spot, const LegendBox& box) {
    const bool right = spot == LegendSpot::TopRight || spot == LegendSpot::BottomRight;
    const bool middle = spot == LegendSpot::Top || spot == LegendSpot::Bottom;
    const bool top = spot == LegendSpot::TopRight || spot == LegendSpot::TopLeft || spot == LegendSpot::Top;
    const double left = right    ? box.panelWidth - LegendBox::kEdge - box.width
                        : middle ? (box.panelWidth - box.width) / 2
                                 : LegendBox::kEdge;
    const double low = top ? box.panelHeight - LegendBox::kEdge - box.top - box.height : LegendBox::kEdge;
    return {left / box.panelWidth, (left + box.width) / box.panelWidth, low / box.panelHeight,
            (low + box.height) / box.panelHeight};
}

}  // namespace

std::optional<LegendSpot> bestLegendSpot(const FigurePanel& panel, const AxisEnds& x, const AxisEnds& y,
                                         const LegendBox& box) {
    constexpr std::array kSpots{LegendSpot::TopRight,   LegendSpot::TopLeft, LegendSpot::BottomRight,
                                LegendSpot::BottomLeft, LegendSpot::Top,     LegendSpot::Bottom};
    const DrawnPanel drawn(panel, x, y);
    const double beside = kAround / box.panelWidth, above = kAround / box.panelHeight;
    std::optional<LegendSpot> best;
    Hidden least;
    for (const LegendSpot spot : kSpots) {
        const Box at = boxAt(spot, box);
        const Hidden hidden =
            drawn.hiddenBy(at, {at.left - beside, at.right + beside, at.low - above, at.high + above});
        if (!hidden.isNoticeable() && (!best || hidden < least)) {
            best = spot;
            least = hidden;
        }
    }
    return best;
}

}  // namespace kvw::figures
