// SPDX-License-Identifier: Apache-2.0
/// A figure as SVG, for pages that are made without Qt. Colours, dashes, bars and legend entries are those of the other
/// formats.
#pragma once

#include <string>

#include "core/figures/figure.h"

namespace kvw::figures {

/// Returns an `svg` element of `pixels` width that needs no other file: maps are images within it. Long lines keep the
/// extremes of bins of steps. Sizes of FigurePrint are for paper and change nothing here. The same bytes for the same
/// figure.
[[nodiscard]] std::string toSvg(const FigureSpec& figure, double pixels = 760);

/// Returns the text with the special characters of XML and HTML escaped; control characters become blanks.
[[nodiscard]] std::string xmlEscaped(const std::string& text);

}  // namespace kvw::figures
