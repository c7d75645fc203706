// SPDX-License-Identifier: GPL-3.0-or-later
/// Data colours of plots and maps in both themes: those of figures (figure_colours.h).
#pragma once

#include <QColor>

#include "core/figures/figure_colours.h"

class QCPColorGradient;

namespace kvw::wb {

[[nodiscard]] QColor colorOf(const figures::FigureColour& color);
/// Usual is viridis: dark violet at 0, yellow at 1; even steps of lightness, readable in grey and with deuteranopia.
/// Contrast is for projectors, which render dark hues poorly: pale yellow at 0, brown to black at 1.
enum class Shades { Usual, Contrast };
[[nodiscard]] QColor sequentialColor(double t, Shades shades = Shades::Usual);
/// Returns the same scale for QCustomPlot; cells without a value (NaN) are transparent.
[[nodiscard]] QCPColorGradient sequentialGradient(Shades shades = Shades::Usual);
/// Returns the colour of a layer. Up to eight layers: eight hues of the Okabe-Ito kind; more: positions along viridis
/// without its ends.
[[nodiscard]] QColor layerColor(int layer, int layers);
/// Live, allocated and full bytes; the colour of Full is `foreground`.
enum class ByteKind { Live, Allocated, Full };
[[nodiscard]] QColor byteColor(ByteKind kind, const QColor& foreground);
/// Returns a mix of the share `share` of `over` with `under`.
[[nodiscard]] QColor mixed(const QColor& under, const QColor& over, double share);

}  // namespace kvw::wb
