// SPDX-License-Identifier: Apache-2.0
/// Where a legend within a panel hides the fewest data.
#pragma once

#include <cstdint>
#include <optional>

#include "core/bundle/figure.h"

namespace kvw::figures {

/// Of an axis as it is drawn.
struct AxisEnds {
    double low = 0, high = 1;
    bool logarithmic = false;
};

enum class LegendSpot : std::uint8_t { TopRight, TopLeft, BottomRight, BottomLeft, Top, Bottom };

/// In millimetres.
struct LegendBox {
    static constexpr double kEdge = 1;  ///< between frame and legend
    double panelWidth, panelHeight;     ///< within the axes
    double width, height;               ///< of the legend
    double top = 0;                     ///< of the panel, which the words of marks have
};

/// Corners first, then the middles of the edges. None: at each it would hide a point, a bar, a noticeable part of a
/// line or cells that are more than without a value.
[[nodiscard]] std::optional<LegendSpot> freeSpot(const FigurePanel& panel, const AxisEnds& x, const AxisEnds& y,
                                                 const LegendBox& box);

}  // namespace kvw::figures
