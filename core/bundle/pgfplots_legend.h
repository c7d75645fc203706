// SPDX-License-Identifier: Apache-2.0
/// The one legend of a pgfplots figure: how wide it is, which panel carries it and where it stands. Lengths are
/// millimetres.
#pragma once

#include <string>
#include <vector>

#include "core/bundle/figure.h"

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
};

[[nodiscard]] std::string legendOf(const std::vector<LegendEntry>& entries);
/// Of its longest entry.
[[nodiscard]] double legendWidth(const std::vector<LegendEntry>& entries);
/// In the first panel, with room for its data left.
[[nodiscard]] bool fitsInside(const std::vector<LegendEntry>& entries, const PanelGrid& grid);
/// The panel that carries the legend of all: at the end of the first row, at the start of the last or of the first.
[[nodiscard]] std::size_t legendPanel(const FigureSpec& figure, const PanelGrid& grid);
/// Options of every panel.
[[nodiscard]] std::string legendStyle(const FigureSpec& figure, const PanelGrid& grid, int entriesAcross);

}  // namespace kvw::figures
