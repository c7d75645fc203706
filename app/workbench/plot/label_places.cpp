// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/plot/label_places.h"

#include <array>
#include <cstddef>
#include <limits>

namespace kvw::wb {

namespace {

constexpr double kGap = 1;
/// Side of the square that stands for a disc, as a share of its diameter.
constexpr double kWithin = 0.71;
/// Costs of a place, in covered pixels: of each pixel outside the area, and of each step away from the point.
constexpr double kOutside = 20, kFarther = 12;
constexpr std::array<double, 3> kDistances{1.0, 1.9, 2.8};
/// The places at the right and above come first, as readers expect.
constexpr std::array<QPointF, 8> kSides{QPointF(0.8, -0.8), QPointF(1, 0), QPointF(0.8, 0.8),  QPointF(-0.8, -0.8),
                                        QPointF(-1, 0),     QPointF(0, 1), QPointF(-0.8, 0.8), QPointF(0, -1)};

double areaOf(const QRectF& rect) {
    return rect.isEmpty() ? 0 : rect.width() * rect.height();
}

QRectF around(const QPointF& middle, const QSizeF& size) {
    return {middle - QPointF(size.width() / 2, size.height() / 2), size};
}

}  // namespace

std::vector<QPointF> labelPlaces(const std::vector<QPointF>& points, const std::vector<QSizeF>& sizes, double radius,
                                 const QRectF& area) {
    std::vector<QPointF> places;
    std::vector<QRectF> taken;
    taken.reserve(points.size() * 2);
    for (const QPointF& point : points) {
        taken.push_back(around(point, kWithin * QSizeF(2 * radius, 2 * radius)));
    }
    for (std::size_t label = 0; label < sizes.size(); ++label) {
        const QSizeF& size = sizes[label];
        double least = std::numeric_limits<double>::infinity();
        QPointF best = points[label];
        for (std::size_t ring = 0; ring < kDistances.size(); ++ring) {
            for (std::size_t side = 0; side < kSides.size(); ++side) {
                const QPointF reach(radius + kGap + size.width() / 2, radius + kGap + size.height() / 2);
                const QPointF middle = points[label] + kDistances[ring] * QPointF(kSides[side].x() * reach.x(),
                                                                                  kSides[side].y() * reach.y());
                const QRectF place = around(middle, size);
                double cost = kFarther * static_cast<double>(ring) + 0.01 * static_cast<double>(side) +
                              kOutside * (areaOf(place) - areaOf(place & area));
                for (const QRectF& other : taken) {
                    cost += areaOf(place & other);
                }
                if (cost < least) {
                    least = cost;
                    best = middle;
                }
            }
        }
        places.push_back(best);
        taken.push_back(around(best, size));
    }
    return places;
}

}  // namespace kvw::wb
