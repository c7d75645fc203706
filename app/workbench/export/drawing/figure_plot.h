// SPDX-License-Identifier: GPL-3.0-or-later
/// Draws a figure description with QCustomPlot, in the light style of papers.
#pragma once

#include "app/workbench/plot/qcp.h"
#include "core/figures/figure.h"

namespace kvw::wb {

/// Pixels of the drawing per inch, which is also the resolution of PNG files; 85 mm are 1004 pixels.
inline constexpr int kFigureDpi = 300;
[[nodiscard]] inline int figurePixels(double millimetres) {
    return qRound(millimetres / 25.4 * kFigureDpi);
}
/// Converts a length in points to pixels of the drawing.
[[nodiscard]] inline double figurePoints(double points) {
    return points / 72.0 * kFigureDpi;
}

/// Draws a figure into an empty plot: panels from top to bottom, a legend, colour scales beside maps, marks, titles
/// with units. Lines differ by colour and dash. Text wrapping, ticks and the panels beside one another are adapted to
/// the size. `plot` is never shown. Thread: GUI thread.
void drawFigure(QCustomPlot& plot, const FigureSpec& figure, QSizeF millimetres);
/// Returns the natural height in millimetres of the figure at `width` millimetres.
[[nodiscard]] double figureHeight(const FigureSpec& figure, double width);
/// Returns the height that was asked for (FigurePrint), else the natural one.
[[nodiscard]] inline double printedHeight(const FigureSpec& figure, double width) {
    return figure.print.height > 0 ? figure.print.height : figureHeight(figure, width);
}

}  // namespace kvw::wb
