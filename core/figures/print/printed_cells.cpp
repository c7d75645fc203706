// SPDX-License-Identifier: Apache-2.0
#include "core/figures/print/printed_cells.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/figures/latex_text.h"

namespace kvw::figures {
namespace {

bool hasNumber(const FigureMap& map, std::size_t cell) {
    return map.cells[cell] == FigureCell::Value && std::isfinite(map.values[cell]);
}

std::string threeDigits(double value) {
    constexpr double kWhole = 1000, kExponent = 1e6;  // between them a number is written without an exponent
    const double size = std::abs(value);
    return size >= kWhole && size < kExponent ? fmt::format("{:.0f}", value) : fmt::format("{:.3g}", value);
}

/// Returns white on dark cells, else the colour of text.
FigureColour inkOn(const FigureMap& map, double value) {
    constexpr FigureColour kWhite{255, 255, 255};
    constexpr double kRed = 0.299, kGreen = 0.587, kBlue = 0.114, kMiddle = 140;  // shares of brightness
    const bool logarithmic = map.scale == FigureScale::Logarithmic && map.minimum > 0;
    const auto place = [logarithmic](double number) {
        return logarithmic ? std::log10(std::max(number, std::numeric_limits<double>::min())) : number;
    };
    const double length = place(map.maximum) - place(map.minimum);
    const FigureColour ground = sequentialColour(length > 0 ? (place(value) - place(map.minimum)) / length : 0);
    return kRed * ground[0] + kGreen * ground[1] + kBlue * ground[2] < kMiddle ? kWhite : kInk;
}

}  // namespace

std::vector<PrintedCell> printedCells(const FigureMap& map, const FigurePrint& print, std::size_t letters) {
    const bool framed = print.best != FigureBest::None;
    if (map.scale == FigureScale::Categories || map.rows <= 0 || map.columns <= 0 || (!print.values && !framed)) {
        return {};
    }
    const double sign = print.best == FigureBest::Most ? -1 : 1;
    double best = std::numeric_limits<double>::infinity();
    std::size_t longest = 0;
    for (std::size_t cell = 0; cell < map.cells.size(); ++cell) {
        if (hasNumber(map, cell)) {
            const auto value = static_cast<double>(map.values[cell]);
            best = std::min(best, sign * value);
            longest = std::max(longest, lettersOf(threeDigits(value)));
        }
    }
    const bool written = print.values && map.rows <= kMostPrinted / map.columns && longest <= letters;
    std::vector<PrintedCell> cells;
    for (std::int32_t row = 0; row < map.rows; ++row) {
        for (std::int32_t column = 0; column < map.columns; ++column) {
            const std::size_t at = map.at(row, column);
            if (!hasNumber(map, at)) {
                continue;
            }
            const auto value = static_cast<double>(map.values[at]);
            const bool isBest = framed && sign * value == best;
            if (written || isBest) {
                cells.push_back({row, column, written ? threeDigits(value) : std::string(), inkOn(map, value), isBest});
            }
        }
    }
    return cells;
}

CellCorners cornersOf(const FigureMap& map, const PrintedCell& cell) noexcept {
    const double width = (map.xEnd - map.xBegin) / map.columns, height = (map.yEnd - map.yBegin) / map.rows;
    const double left = map.xBegin + cell.column * width, low = map.yBegin + cell.row * height;
    return {left, left + width, low, low + height};
}

}  // namespace kvw::figures
