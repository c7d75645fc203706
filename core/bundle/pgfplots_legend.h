// SPDX-License-Identifier: Apache-2.0
/// The one legend of a pgfplots figure: how wide it is, which panel carries it and where it stands. Lengths are
/// millimetres.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/bundle/legend_spot.h"

namespace kvw::figures {

struct LegendEntry {
    std::string name, style;
};

/// Where panels and legend stand.
struct PanelGrid {
    std::size_t columns = 1, rows = 1;
    double width = 0, height = 0, apart = 0;  ///< of a panel within its axes; between two beside one another
    bool barBeside = false;                   ///< the panel at the end of the first row has a colour bar
    FigureLegend legend = FigureLegend::Below;
    std::optional<LegendSpot> spot;  ///< of a legend inside the first panel
    double words = 0;                ///< what marks have of the height of that panel
    std::string heading;             ///< above the first panel; empty: nothing
};

[[nodiscard]] std::string legendOf(const std::vector<LegendEntry>& entries);
/// Of its longest entry.
[[nodiscard]] double legendWidth(const std::vector<LegendEntry>& entries);
/// In the first panel, whose marks have the share `words` of its height. None: there is no room, or data everywhere.
[[nodiscard]] std::optional<LegendSpot> spotInside(const FigurePanel& panel, const std::vector<LegendEntry>& entries,
                                                   const PanelGrid& grid, double words);
/// The panel that carries the legend of all: at the end of the first row, at the start of the last or of the first.
[[nodiscard]] std::size_t legendPanel(const FigureSpec& figure, const PanelGrid& grid);
/// Options of every panel.
[[nodiscard]] std::string legendStyle(const FigureSpec& figure, const PanelGrid& grid, int entriesAcross);

}  // namespace kvw::figures
