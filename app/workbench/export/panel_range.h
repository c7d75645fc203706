// SPDX-License-Identifier: GPL-3.0-or-later
/// What of its axes a printed panel shows. Thread: GUI thread (it measures words).
#pragma once

#include <QSizeF>
#include <limits>

#include "core/bundle/figure.h"
#include "core/bundle/legend_spot.h"

namespace kvw::wb {

/// Of the values that are drawn; low > high: there are none.
struct Limits {
    double low = std::numeric_limits<double>::infinity(), high = -std::numeric_limits<double>::infinity();
    void add(double value);
};
[[nodiscard]] Limits drawnLimits(const FigurePanel& panel, bool isX);

/// The range of the axis: with a margin, with room above for the words of marks, and with half a point more where one
/// on its end would be cut in two. `size`: of the panel within its axes, in millimetres.
[[nodiscard]] figures::AxisEnds panelRange(const FigurePanel& panel, bool isX, const QSizeF& size);

}  // namespace kvw::wb
