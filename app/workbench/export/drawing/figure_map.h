// SPDX-License-Identifier: GPL-3.0-or-later
/// Draws maps of a figure, with the numbers in their cells and the frame of the best. Vector formats get an image of
/// sharp cells, with exactly the colours of the scale.
#pragma once

#include "app/workbench/plot/qcp.h"
#include "core/figures/figure.h"

namespace kvw::wb {

/// Returns the colour scale, which is in no layout yet; null: the map has no cells. `size`: of the panel
/// within its axes, in millimetres. Thread: GUI thread.
QCPColorScale* drawMap(QCustomPlot& plot, QCPAxis* x, QCPAxis* y, const FigureMap& map, const FigurePrint& print,
                       const QSizeF& size);

}  // namespace kvw::wb
