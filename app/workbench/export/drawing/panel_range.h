// SPDX-License-Identifier: GPL-3.0-or-later
/// Computes the axis ranges of a printed panel. Thread: GUI thread (it measures text).
#pragma once

#include <QSizeF>
#include <limits>

#include "core/figures/figure.h"
#include "core/figures/legend_spot.h"

namespace kvw::wb {

/// Range of the drawn values; low > high: there are none.
struct Limits {
    double low = std::numeric_limits<double>::infinity(), high = -std::numeric_limits<double>::infinity();
    void add(double value);
};
[[nodiscard]] Limits drawnLimits(const FigurePanel& panel, bool isX);

/// Returns the range of an axis: with a margin, room at the top for labels of marks, and half a point more where a
/// point at the end would be clipped. `size`: of the panel inside its axes, in millimetres.
[[nodiscard]] figures::AxisEnds panelRange(const FigurePanel& panel, bool isX, const QSizeF& size);

}  // namespace kvw::wb
