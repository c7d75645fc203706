// SPDX-License-Identifier: Apache-2.0
#include "core/bundle/pgfplots_legend.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/bundle/latex_text.h"

namespace kvw::figures {
namespace {

constexpr double kLetter = 1.6, kEntry = 9;  // of a small type, in millimetres: a letter, what an entry has beside it
constexpr double kLineHeight = 3.5, kAboveAxis = 3, kBelowAxis = 9.5;  // a title; numbers and title of the x axis

/// Of the titles above a row of panels, in millimetres.
double titleHeight(const FigureSpec& figure, std::size_t across, double width) {
    double lines = 0;
    for (std::size_t i = 0; i < std::min(across, figure.panels.size()) && figure.columns > 1; ++i) {
        const auto letters = static_cast<double>(lettersOf(figure.panels[i].title));
        lines = std::max(lines, std::ceil(letters * kLetter / (width + 12)));
    }
    return lines > 0 ? lines * kLineHeight + kAboveAxis : 0;
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

bool fitsInside(const std::vector<LegendEntry>& entries, const PanelGrid& grid) {
    constexpr double kMostAcross = 0.6, kMostDown = 0.5;
    return legendWidth(entries) <= kMostAcross * grid.width &&
           static_cast<double>(entries.size()) * kLineHeight <= kMostDown * grid.height;
}

std::size_t legendPanel(const FigureSpec& figure, const PanelGrid& grid) {
    return grid.legend == FigureLegend::Right   ? std::min(grid.columns, figure.panels.size()) - 1
           : grid.legend == FigureLegend::Below ? (grid.rows - 1) * grid.columns
                                                : 0;
}

std::string legendStyle(const FigureSpec& figure, const PanelGrid& grid, int entriesAcross) {
    constexpr double kBeside = 28;  // of a colour bar with its numbers and words
    const auto across = static_cast<double>(std::min(grid.columns, figure.panels.size()));
    const double middle = (across * grid.width + (across - 1) * grid.apart) / 2 / grid.width;
    const char* plain = "draw=none, cells={anchor=west}";
    switch (grid.legend) {
        case FigureLegend::Above:
            return fmt::format("legend style={{at={{({:.3g},{:.3g})}}, anchor=south, legend columns={}, {}}}", middle,
                               1.03 + titleHeight(figure, grid.columns, grid.width) / grid.height, entriesAcross,
                               plain);
        case FigureLegend::Right:
            return fmt::format("legend style={{at={{({:.3g},1)}}, anchor=north west, {}}}",
                               1.02 + (grid.barBeside ? kBeside / grid.width : 0), plain);
        case FigureLegend::Inside:
            return "legend pos=north east, legend style={draw=none, fill opacity=0.8, text opacity=1}";
        case FigureLegend::None:
            return "clip=true";
        case FigureLegend::Below:
            break;
    }
    return fmt::format("legend style={{at={{({:.3g},{:.3g})}}, anchor=north, legend columns={}, {}}}", middle,
                       -kBelowAxis / grid.height, entriesAcross, plain);
}

}  // namespace kvw::figures
