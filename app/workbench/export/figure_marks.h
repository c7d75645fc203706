// SPDX-License-Identifier: GPL-3.0-or-later
/// Marks of a panel: lines and bands of prune events, the end of the prompt, changed parameters.
#pragma once

#include "app/workbench/plots/qcp.h"
#include "core/bundle/figure.h"

namespace kvw::wb {

/// After the axes have their ranges. Thread: GUI thread.
void drawMarks(QCustomPlot& plot, const FigurePanel& panel, QCPAxisRect* rect);

}  // namespace kvw::wb
