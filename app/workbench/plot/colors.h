// SPDX-License-Identifier: GPL-3.0-or-later
/// Colour scales of maps and mixtures of colours, in both themes. Colours of series: session/theme.h.
#pragma once

#include <QColor>

class QCPColorGradient;

namespace kvw::wb {

/// Usual is viridis: dark violet at 0, yellow at 1; even steps of lightness, readable in grey and with deuteranopia.
/// Contrast is for projectors, which render dark hues poorly: pale yellow at 0, brown to black at 1.
enum class Shades { Usual, Contrast };
[[nodiscard]] QColor sequentialColor(double t, Shades shades = Shades::Usual);
/// Returns the same scale for QCustomPlot; cells without a value (NaN) are transparent.
[[nodiscard]] QCPColorGradient sequentialGradient(Shades shades = Shades::Usual);
/// Returns the colour of a layer. Up to eight layers: eight hues of the Okabe-Ito kind; more: positions along viridis
/// without its ends.
[[nodiscard]] QColor layerColor(int layer, int layers);
/// Returns a mix of the share `share` of `over` with `under`.
[[nodiscard]] QColor mixed(const QColor& under, const QColor& over, double share);

}  // namespace kvw::wb
