// SPDX-License-Identifier: GPL-3.0-or-later
/// A curve that grows: appends in constant time and knows the range of what it holds.
#pragma once

#include <limits>
#include <span>

#include "app/workbench/plots/plot.h"

namespace kvw::wb {

/// Thread: GUI thread. NaN is a gap and never counts for the range.
class Series {
 public:
    Series() = default;
    Series(Plot& plot, int panel, const QColor& color, Qt::PenStyle style = Qt::SolidLine);

    void append(double x, double y);  ///< x ascending
    void clear();
    void setColor(const QColor& color);
    [[nodiscard]] QCPGraph* graph() const noexcept { return m_graph; }
    /// Smallest and largest value; of all points in constant time, of [first, last] by reading those.
    struct Extent {
        double low = std::numeric_limits<double>::infinity(), high = -std::numeric_limits<double>::infinity();
        [[nodiscard]] bool empty() const noexcept { return !(low <= high); }
        void add(double value);
        void add(const Extent& other);
    };
    [[nodiscard]] Extent extent() const noexcept { return m_extent; }
    [[nodiscard]] Extent extent(double first, double last) const;

 private:
    QCPGraph* m_graph = nullptr;
    Extent m_extent;
};

/// Sets the y axis of `panel` to what the visible ones of `series` take in the x range shown, with a margin. `all`: the
/// whole x range is shown. `withZero`: 0 is always in it.
void fitY(Plot& plot, int panel, std::span<const Series> series, bool all, bool withZero);

}  // namespace kvw::wb
