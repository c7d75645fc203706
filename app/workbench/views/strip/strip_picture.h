// SPDX-License-Identifier: GPL-3.0-or-later
/// The token strip as a figure: the visible lines on paper, with a legend.
#pragma once

#include <filesystem>

#include "app/workbench/export/drawing/figure_paint.h"
#include "app/workbench/export/figure_files.h"
#include "core/base/error.h"
#include "core/figures/figure.h"

namespace kvw::wb {

class StripLegend;
class StripView;

/// Returns the function that encodes `file` in the format of its suffix (pdf, svg, png). Lines are broken for `width`.
/// Thread: GUI thread. Errors: BadUsage (another suffix).
[[nodiscard]] Result<Encode> stripPicture(const StripView& strip, const StripLegend& legend, const FigureSpec& about,
                                          FigureWidth width, const std::filesystem::path& file);

}  // namespace kvw::wb
