// SPDX-License-Identifier: GPL-3.0-or-later
/// Sets several figures on one page; each keeps its own axes, scales and legend, and has a letter.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/workbench/export/figure_files.h"

namespace kvw::wb {

struct FigurePage {
    std::string id = "page", title;
    std::vector<FigureSpec> figures;
    int columns = 2;  ///< maximum; fewer if figures would be narrower than 55 mm
    double millimetres = 178;  ///< unless the first figure asks for a width (FigurePrint)
    bool slide = false;  ///< 254 mm wide, 16:9, readable from afar; `millimetres` is ignored
};

/// Writes the page as PDF, SVG or PNG, by the suffix, and beside it its data (csv, with a column for the figure), one
/// caption for all figures, and pgfplots source. The metadata are those of the first figure, and `figures` with all
/// ids. Returns the written files. Errors: BadUsage (another suffix, nothing on the page), Io. Thread: GUI thread.
[[nodiscard]] Result<std::vector<std::filesystem::path>> exportPage(const FigurePage& page,
                                                                    const std::filesystem::path& file);
/// Returns the same in parts. `page`: called on any thread, so it must own what it reads.
[[nodiscard]] FileWork pageWork(std::function<FigurePage(const LatestJob::Stale& stale)> page,
                                std::filesystem::path file);
/// Joins the tables of several figures (pairs of id and csv) into one table whose first column is the id; the header is
/// that of the first. The last line of a table may lack its line end.
[[nodiscard]] std::string joinedTables(const std::vector<std::pair<std::string, std::string>>& tables);
/// Returns the ids of figures that ask for a legend inside but have no room for it.
[[nodiscard]] std::vector<std::string> legendsBelow(const FigurePage& page);
/// Returns a preview of the page, `width` pixels wide.
[[nodiscard]] QImage pagePicture(const FigurePage& page, int width);

}  // namespace kvw::wb
