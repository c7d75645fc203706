// SPDX-License-Identifier: GPL-3.0-or-later
/// `kvworkbench --export-figures BUNDLE [--out DIR]`: all figures of a bundle, without a window.
#pragma once

#include <filesystem>

namespace kvw::wb {

/// Draws every standard figure of every lane (several lanes: a folder each, and the comparison) as PDF, SVG and PNG of
/// 178 mm, with data (.csv) and caption (.tex). Prints the path of each file to stdout, errors and figures with
/// nothing to draw to stderr.
/// `outDir` empty: `<bundle>/figures` of a directory, `<name>-figures` beside a .zip.
/// Needs an application object; no display (offscreen platform). Returns 0, or 1 with a sentence on stderr.
int exportFigures(const std::filesystem::path& bundle, const std::filesystem::path& outDir);

}  // namespace kvw::wb
