// SPDX-License-Identifier: GPL-3.0-or-later
/// Helpers for both plots of a sweep: units, marks, names at ticks.
#pragma once

#include "app/workbench/plot/plot.h"
#include "app/workbench/plot/series.h"
#include "app/workbench/session/theme.h"
#include "core/eval/sweep_results.h"

namespace kvw::wb {

inline const QColor kChosenColor = colorOf(figures::kOrange), kFailedColor = colorOf(figures::kVermilion);

/// Unit and title of a number's axis; the unit suits the largest value.
struct SweepUnit {
    double unit = 1;
    QString title;
};
[[nodiscard]] SweepUnit sweepUnit(SweepNumber number, double largest);
[[nodiscard]] double largest(const std::vector<SweepGroup>& groups, SweepNumber number);

/// Adds error bars for the deviations of a graph's points.
[[nodiscard]] QCPErrorBars* addErrorBars(Plot& plot, QCPGraph* graph);
/// Adds a graph of points without a line.
[[nodiscard]] QCPGraph* addMarks(Plot& plot, const QCPScatterStyle& style);
/// Puts the names at 0, 1, ...; as many as fit into `room` pixels.
void nameTicks(QCPAxis* axis, const std::vector<std::string>& names, int room);
/// Sets the range to `extent` with a margin; `withZero`: includes zero.
void fitTo(QCPAxis* axis, Series::Extent extent, bool withZero);

}  // namespace kvw::wb
