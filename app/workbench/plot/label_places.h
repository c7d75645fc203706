// SPDX-License-Identifier: GPL-3.0-or-later
/// Places the labels of points so that they are readable.
#pragma once

#include <QPointF>
#include <QRectF>
#include <QSizeF>
#include <vector>

namespace kvw::wb {

/// Returns the centres of labels of `sizes` beside discs of `radius` around `points`, within `area` if they fit. Each
/// label gets the place around its point that covers the least of the discs and of earlier labels. Points after the
/// last label have none. All in pixels.
[[nodiscard]] std::vector<QPointF> labelPlaces(const std::vector<QPointF>& points, const std::vector<QSizeF>& sizes,
                                               double radius, const QRectF& area);

}  // namespace kvw::wb
