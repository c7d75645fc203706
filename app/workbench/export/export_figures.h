// SPDX-License-Identifier: GPL-3.0-or-later
/// Implements `kvworkbench --export-figures BUNDLE [--out DIR] [--overwrite]`: exports all figures of a bundle without
/// a window.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/figures/figure.h"

namespace kvw::wb {

/// Exports every standard figure of every lane as PDF, SVG and PNG of 178 mm width, with data (.csv) and caption
/// (.tex); several lanes get a folder each, beside the figures of the comparison. Prints the path of each file to
/// stdout, and errors and figures with nothing to draw to stderr. `outDir` empty: `<bundle>/figures` for a directory,
/// `<name>-figures` beside a .zip. If files would be replaced and `overwrite` is off, writes nothing. Needs an
/// application object but no display (offscreen platform). Returns 0, or 1 with a sentence on stderr.
int exportFigures(const std::filesystem::path& bundle, const std::filesystem::path& outDir, bool overwrite = false);

/// Request for a page instead of all figures: `<out>/<name>` as PDF, SVG and PNG, with data, caption and pgfplots
/// source.
struct PageRequest {
    std::string preset;                ///< figures of this preset, followed by `figures`
    std::vector<std::string> figures;  ///< ids
    int lane = -1;                     ///< -1: the last lane
    int columns = 0;                   ///< 0: as in the preset, or two
    double millimetres = 178;
    bool slide = false;  ///< 254 mm wide, 16:9
    FigureLegend legend = FigureLegend::Below;
    FigurePrint print = {};  ///< of figures whose ids have no words of printing
    bool overwrite = false;
};
/// Returns the legend place for "below", "above", "right", "inside" or "none"; -1 for another word.
int legendOf(const std::string& word);
int exportFigurePage(const std::filesystem::path& bundle, const std::filesystem::path& outDir,
                     const PageRequest& request);
/// Exports a page for each of these presets instead of `request.preset`, only if all pages can be made.
/// `request.figures` are added to the first page.
int exportFigurePages(const std::filesystem::path& bundle, const std::filesystem::path& outDir, PageRequest request,
                      const std::vector<std::string>& presets);

}  // namespace kvw::wb
