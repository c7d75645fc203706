// SPDX-License-Identifier: GPL-3.0-or-later
/// Draws maps of a figure. Vector formats get an image of sharp cells, with exactly the colours of the scale.
#pragma once

#include "app/workbench/plot/qcp.h"
#include "core/figures/figure.h"

namespace kvw::wb {

/// Returns the colour scale, which is in no layout yet; null: the map has no cells. Thread: GUI thread.
QCPColorScale* drawMap(QCustomPlot& plot, QCPAxis* x, QCPAxis* y, const FigureMap& map);

}  // namespace kvw::wb
