// SPDX-License-Identifier: GPL-3.0-or-later
/// Draws the marks of a panel: lines and bands of prune events, the end of the prompt, changed parameters.
#pragma once

#include "app/workbench/plot/qcp.h"
#include "core/figures/figure.h"

namespace kvw::wb {

/// Returns the share of the panel's height that labels of marks take, with half a point below them; 0: no labels.
/// `size`: of the panel in millimetres.
[[nodiscard]] double marksRoom(const FigurePanel& panel, const QSizeF& size);
/// Draws the marks; call after the axes have their ranges. `size`: of the panel inside its axes. Thread: GUI thread.
void drawMarks(QCustomPlot& plot, const FigurePanel& panel, QCPAxisRect* rect, const QSizeF& size,
               FigureFont font = FigureFont::Usual);

}  // namespace kvw::wb
