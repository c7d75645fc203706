// SPDX-License-Identifier: GPL-3.0-or-later
/// The token strip as a figure: the lines in sight, on paper, with what their colours mean.
#pragma once

#include <QString>
#include <filesystem>

#include "core/base/error.h"
#include "core/bundle/figure.h"

namespace kvw::wb {

class StripLegend;
class StripView;

/// Writes `file` in the format of its suffix (pdf, svg, png), two columns wide; lines break anew. `legend` null: the
/// colours are told by the title of `about`. Thread: GUI thread. Errors: BadUsage (another suffix), Io.
[[nodiscard]] Result<void> writeStrip(const StripView& strip, const StripLegend* legend, const FigureSpec& about,
                                      const std::filesystem::path& file);

}  // namespace kvw::wb
