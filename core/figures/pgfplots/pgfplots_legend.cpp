// SPDX-License-Identifier: Apache-2.0
#include "core/figures/pgfplots/pgfplots_legend.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/figures/latex_text.h"
#include "core/figures/pgfplots/pgfplots_marks.h"

namespace kvw::figures {
namespace {

constexpr double kLetter = 1.6, kEntry = 9;  // millimetres in small type: a letter, space beside an entry
constexpr double kLineHeight = 3.5, kAboveAxis = 3,
                 kBelowAxis = 9.5;  // line and gap of a title; numbers and title of the x axis

/// Returns the height of the titles above a row of panels, in millimetres.
double titleHeight(const FigureSpec& figure, const PanelGrid& grid) {
    const auto linesOf = [&](const std::string& title) {
        return std::ceil(static_cast<double>(lettersOf(title)) * kLetter / (grid.width + 12));
    };
    double lines = figure.columns > 1 ? 0 : linesOf(grid.heading);
    for (std::size_t i = 0; i < std::min(grid.columns, figure.panels.size()) && figure.columns > 1; ++i) {
        lines = std::max(lines, linesOf(figure.panels[i].title));
    }
    return lines > 0 ? lines * kLineHeight + kAboveAxis : 0;
}

std::string placeInside(const PanelGrid& grid) {
    const LegendSpot spot = grid.spot.value_or(LegendSpot::TopRight);
    const bool right = spot == LegendSpot::TopRight || spot == LegendSpot::BottomRight;
    const bool left = spot == LegendSpot::TopLeft || spot == LegendSpot::BottomLeft;
    const bool top = spot == LegendSpot::TopRight || spot == LegendSpot::TopLeft || spot == LegendSpot::Top;
    const double beside = LegendBox::kEdge / grid.width, above = LegendBox::kEdge / grid.height;
    return fmt::format("at={{({:.3g},{:.3g})}}, anchor={}{}",
                       right  ? 1 - beside
                       : left ? beside
                              : 0.5,
                       top ? 1 - grid.words - above : above, top ? "north" : "south",
                       right  ? " east"
                       : left ? " west"
                              : "");
}

}  // namespace

std::string legendOf(const std::vector<LegendEntry>& entries) {
    std::string out;
    for (const LegendEntry& entry : entries) {
        out += fmt::format("\\addlegendimage{{{}}}\n\\addlegendentry{{{}}}\n", entry.style, latexText(entry.name));
    }
    return out;
}

double legendWidth(const std::vector<LegendEntry>& entries) {
    std::size_t longest = 0;
    for (const LegendEntry& entry : entries) {
        longest = std::max(longest, lettersOf(entry.name));
    }
    return entries.empty() ? 0 : static_cast<double>(longest) * kLetter + kEntry;
}

std::optional<LegendSpot> spotInside(const FigurePanel& panel, const std::vector<LegendEntry>& entries,
                                     const PanelGrid& grid, double words) {
    constexpr double kMostAcross = 0.6, kMostDown = 0.5;
    const double width = legendWidth(entries), height = static_cast<double>(entries.size()) * kLineHeight;
    if (entries.empty()) {
        return LegendSpot::TopRight;
    }
    if (width > kMostAcross * grid.width || height > kMostDown * grid.height) {
        return std::nullopt;
    }
    return bestLegendSpot(panel, axisEnds(panel, true, words), axisEnds(panel, false, words),
                          {grid.width, grid.height, width, height, words * grid.height});
}

std::size_t legendPanel(const FigureSpec& figure, const PanelGrid& grid) {
    return grid.legend == FigureLegend::Right   ? std::min(grid.columns, figure.panels.size()) - 1
           : grid.legend == FigureLegend::Below ? (grid.rows - 1) * grid.columns
                                                : 0;
}

std::string legendStyle(const FigureSpec& figure, const PanelGrid& grid, int entriesAcross) {
    constexpr double kBeside = 28;  // width of a colour bar with its numbers and title
    const auto across = static_cast<double>(std::min(grid.columns, figure.panels.size()));
    const double middle = (across * grid.width + (across - 1) * grid.apart) / 2 / grid.width;
    const char* plain = "draw=none, cells={anchor=west}";
    switch (grid.legend) {
        case FigureLegend::Above:
            return fmt::format("legend style={{at={{({:.3g},{:.3g})}}, anchor=south, legend columns={}, {}}}", middle,
                               1.03 + titleHeight(figure, grid) / grid.height, entriesAcross, plain);
        case FigureLegend::Right:
            return fmt::format("legend style={{at={{({:.3g},1)}}, anchor=north west, {}}}",
                               1.02 + (grid.barBeside ? kBeside / grid.width : 0), plain);
        case FigureLegend::Inside:
            return fmt::format("legend style={{{}, {}, fill opacity=0.8, text opacity=1}}", placeInside(grid), plain);
        case FigureLegend::None:
            return "clip=true";
        case FigureLegend::Below:
            break;
    }
    return fmt::format("legend style={{at={{({:.3g},{:.3g})}}, anchor=north, legend columns={}, {}}}", middle,
                       -kBelowAxis / grid.height, entriesAcross, plain);
}

}  // namespace kvw::figures
