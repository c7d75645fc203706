// SPDX-License-Identifier: GPL-3.0-or-later
/// Marks of a panel: lines and bands of prune events, the end of the prompt, changed parameters.
#pragma once

#include "app/workbench/plots/qcp.h"
#include "core/bundle/figure.h"

namespace kvw::wb {

/// Of the height of a panel of this size, in millimetres, what words of marks and half a point below them take; 0: no
/// words.
[[nodiscard]] double marksRoom(const FigurePanel& panel, const QSizeF& size);
/// After the axes have their ranges. `size`: of the panel within its axes. Thread: GUI thread.
void drawMarks(QCustomPlot& plot, const FigurePanel& panel, QCPAxisRect* rect, const QSizeF& size);

}  // namespace kvw::wb
