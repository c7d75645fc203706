// SPDX-License-Identifier: Apache-2.0
/// Search for the place of a legend within a panel where it hides the least data.
#pragma once

#include <cstdint>
#include <optional>

#include "core/figures/figure.h"

namespace kvw::figures {

/// Ends of an axis as it is drawn.
struct AxisEnds {
    double low = 0, high = 1;
    bool logarithmic = false;
};

enum class LegendSpot : std::uint8_t { TopRight, TopLeft, BottomRight, BottomLeft, Top, Bottom };

/// Sizes of a panel and its legend, in millimetres.
struct LegendBox {
    static constexpr double kEdge = 1;  ///< between frame and legend
    double panelWidth, panelHeight;     ///< within the axes
    double width, height;               ///< of the legend
    double top = 0;                     ///< height at the top of the panel that the labels of marks take
};

/// Returns the best place, with ties decided in favour of corners over the middles of the edges. None: everywhere the
/// legend would hide a point, a bar, a noticeable part of a line, or of the cells that have a value or are evicted.
[[nodiscard]] std::optional<LegendSpot> bestLegendSpot(const FigurePanel& panel, const AxisEnds& x, const AxisEnds& y,
                                                       const LegendBox& box);

}  // namespace kvw::figures
