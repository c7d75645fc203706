// SPDX-License-Identifier: GPL-3.0-or-later
/// `kvworkbench --export-figures BUNDLE [--out DIR] [--overwrite]`: all figures of a bundle, without a window.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/bundle/figure.h"

namespace kvw::wb {

/// Draws every standard figure of every lane (several lanes: a folder each, and the comparison) as PDF, SVG and PNG of
/// 178 mm, with data (.csv) and caption (.tex). Prints the path of each file to stdout, errors and figures with
/// nothing to draw to stderr.
/// `outDir` empty: `<bundle>/figures` of a directory, `<name>-figures` beside a .zip.
/// Files that are there already are kept, and nothing is written then, unless `overwrite` says otherwise.
/// Needs an application object; no display (offscreen platform). Returns 0, or 1 with a sentence on stderr.
int exportFigures(const std::filesystem::path& bundle, const std::filesystem::path& outDir, bool overwrite = false);

/// A page in place of all of them: `<out>/<name>` as PDF, SVG and PNG, with data, caption and pgfplots source.
struct PageRequest {
    std::string preset;                ///< and
    std::vector<std::string> figures;  ///< ids
    int lane = -1;                     ///< -1: the last
    int columns = 0;                   ///< 0: the preset's, or two
    double millimetres = 178;
    bool slide = false;  ///< 254 mm wide, 16:9
    FigureLegend legend = FigureLegend::Below;
    bool overwrite = false;
};
/// "below", "above", "right", "inside", "none"; -1: another word.
int legendOf(const std::string& word);
int exportFigurePage(const std::filesystem::path& bundle, const std::filesystem::path& outDir,
                     const PageRequest& request);
/// A page of each of these presets in place of `request.preset`, as far as all can be made; figures go with the first.
int exportFigurePages(const std::filesystem::path& bundle, const std::filesystem::path& outDir, PageRequest request,
                      const std::vector<std::string>& presets);

}  // namespace kvw::wb
