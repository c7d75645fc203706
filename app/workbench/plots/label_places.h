// SPDX-License-Identifier: GPL-3.0-or-later
/// Where the names of points stand so that they can be read.
#pragma once

#include <QPointF>
#include <QRectF>
#include <QSizeF>
#include <vector>

namespace kvw::wb {

/// Middles of labels of `sizes` beside discs of `radius` around `points`, within `area` where they fit: each at the
/// place around its point that covers least of the discs and of the labels before it. Points behind the last label
/// have none. All in pixels.
[[nodiscard]] std::vector<QPointF> labelPlaces(const std::vector<QPointF>& points, const std::vector<QSizeF>& sizes,
                                               double radius, const QRectF& area);

}  // namespace kvw::wb
