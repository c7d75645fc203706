// SPDX-License-Identifier: Apache-2.0
/// Numbers in the cells of small maps, and the frame of the best cell, the same in every format.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/figures/figure_colours.h"

namespace kvw::figures {

struct PrintedCell {
    std::int32_t row = 0, column = 0;
    std::string text;    ///< three digits of the value; empty: there is no room, or it is not wanted
    FigureColour ink{};  ///< of text and frame, to be seen on the colour of the cell
    bool best = false;   ///< framed; its text is bold
};
/// Returns the cells that have a text or a frame. `letters`: letters that have room side by side in a cell; if one text
/// is longer, no cell has one. A map of more than `kMostPrinted` cells has no texts. Of equal best cells all are
/// framed.
inline constexpr std::int32_t kMostPrinted = 256;
[[nodiscard]] std::vector<PrintedCell> printedCells(const FigureMap& map, const FigurePrint& print,
                                                    std::size_t letters);

/// Corners of a cell in units of the axes.
struct CellCorners {
    double left = 0, right = 0, low = 0, high = 0;
    [[nodiscard]] double middleX() const noexcept { return (left + right) / 2; }
    [[nodiscard]] double middleY() const noexcept { return (low + high) / 2; }
};
[[nodiscard]] CellCorners cornersOf(const FigureMap& map, const PrintedCell& cell) noexcept;

}  // namespace kvw::figures
