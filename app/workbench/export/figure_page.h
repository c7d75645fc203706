// SPDX-License-Identifier: GPL-3.0-or-later
/// Several figures on one page: each keeps its own axes, scales and legend, and has a letter.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/workbench/export/figure_files.h"

namespace kvw::wb {

struct FigurePage {
    std::string id = "page", title;
    std::vector<FigureSpec> figures;
    int columns = 2;  ///< at most: fewer where figures would be narrower than 55 mm
    double millimetres = 178;
    bool slide = false;  ///< 254 mm wide, 16:9, to be seen from afar; `millimetres` says nothing then
};

/// PDF, SVG or PNG of the page, by the suffix. Metadata are those of the first figure, and `figures`, the ids of all.
/// Thread: GUI thread. Errors: BadUsage (another suffix, nothing on the page), Io.
[[nodiscard]] Result<void> writePage(const FigurePage& page, const std::filesystem::path& file);
/// The page, and beside it its data (csv, with a column for the figure), one caption for all and pgfplots source.
/// Returns what was written.
[[nodiscard]] Result<std::vector<std::filesystem::path>> exportPage(const FigurePage& page,
                                                                    const std::filesystem::path& file);
/// The same in parts. `page`: any thread, holds what it reads.
[[nodiscard]] FileWork pageWork(std::function<FigurePage(const LatestJob::Stale& stale)> page,
                                std::filesystem::path file);
/// The tables of several figures (id, csv) below each other, in a table that begins with a column for the id; the
/// header is that of the first. A last line may lack its end.
[[nodiscard]] std::string joinedTables(const std::vector<std::pair<std::string, std::string>>& tables);
/// Ids of the figures whose legend is asked for inside and has no room there.
[[nodiscard]] std::vector<std::string> legendsBelow(const FigurePage& page);
/// What it will look like, `width` pixels wide.
[[nodiscard]] QImage pagePicture(const FigurePage& page, int width);

}  // namespace kvw::wb
