// SPDX-License-Identifier: GPL-3.0-or-later
/// Draws a figure description with QCustomPlot, in the light style of papers.
#pragma once

#include "app/workbench/plots/qcp.h"
#include "core/bundle/figure.h"

namespace kvw::wb {

/// Pixels of the drawing per inch, and so the resolution of PNG files. 85 mm are 1004 pixels.
inline constexpr int kFigureDpi = 300;
[[nodiscard]] inline int figurePixels(double millimetres) {
    return qRound(millimetres / 25.4 * kFigureDpi);
}
/// A length in points as pixels of the drawing.
[[nodiscard]] inline double figurePoints(double points) {
    return points / 72.0 * kFigureDpi;
}

/// Fills an empty plot: panels top to bottom, one legend below, colour scales beside maps, marks, titles with units.
/// Lines differ by colour and dash; words, ticks and panels beside one another are as many as the size has room for.
/// Thread: GUI thread. `plot` is never shown.
void drawFigure(QCustomPlot& plot, const FigureSpec& figure, QSizeF millimetres);
/// Height in millimetres that suits the figure at `width` millimetres.
[[nodiscard]] double figureHeight(const FigureSpec& figure, double width);

}  // namespace kvw::wb
