// SPDX-License-Identifier: Apache-2.0
/// The one legend of a pgfplots figure: its width, the panel that carries it, and its place. Lengths are millimetres.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/figures/legend_spot.h"

namespace kvw::figures {

struct LegendEntry {
    std::string name, style;
};

/// Layout of panels and legend.
struct PanelGrid {
    std::size_t columns = 1, rows = 1;
    double width = 0, height = 0, apart = 0;  ///< of a panel within its axes; between two beside one another
    bool barBeside = false;                   ///< the panel at the end of the first row has a colour bar
    FigureLegend legend = FigureLegend::Below;
    std::optional<LegendSpot> spot;  ///< of a legend inside the first panel
    double words = 0;                ///< share of that panel's height that labels of marks take
    std::string heading;             ///< above the first panel; empty: nothing
};

[[nodiscard]] std::string legendOf(const std::vector<LegendEntry>& entries);
/// Returns the width of a legend with these entries.
[[nodiscard]] double legendWidth(const std::vector<LegendEntry>& entries);
/// Returns the place in the first panel, where labels of marks take the share `words` of its height. None: there is no
/// room, or data everywhere.
[[nodiscard]] std::optional<LegendSpot> spotInside(const FigurePanel& panel, const std::vector<LegendEntry>& entries,
                                                   const PanelGrid& grid, double words);
/// Returns the panel that carries the legend of all: at the end of the first row (Right), at the start of the last
/// (Below) or of the first.
[[nodiscard]] std::size_t legendPanel(const FigureSpec& figure, const PanelGrid& grid);
/// Returns the legend options of every panel.
[[nodiscard]] std::string legendStyle(const FigureSpec& figure, const PanelGrid& grid, int entriesAcross);

}  // namespace kvw::figures
