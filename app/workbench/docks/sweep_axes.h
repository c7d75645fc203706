// SPDX-License-Identifier: GPL-3.0-or-later
/// What both plots of a sweep need: units, marks, names at ticks.
#pragma once

#include "app/workbench/plots/plot.h"
#include "app/workbench/plots/series.h"
#include "core/eval/sweep_results.h"

namespace kvw::wb {

inline const QColor kChosenColor(0xe6, 0x9f, 0x00), kFailedColor(0xd5, 0x5e, 0x00);

/// How a number is shown on an axis: divided by a unit that suits the largest.
struct SweepUnit {
    double unit = 1;
    QString title;
};
[[nodiscard]] SweepUnit sweepUnit(SweepNumber number, double largest);
[[nodiscard]] double largest(const std::vector<SweepGroup>& groups, SweepNumber number);

/// Deviations of a graph's points.
[[nodiscard]] QCPErrorBars* addErrorBars(Plot& plot, QCPGraph* graph);
/// Points without a line.
[[nodiscard]] QCPGraph* addMarks(Plot& plot, const QCPScatterStyle& style);
/// Names at 0, 1, ...; as many as `room` pixels have place for.
void nameTicks(QCPAxis* axis, const std::vector<std::string>& names, int room);
/// With a margin; `withZero`: zero is in it.
void fitTo(QCPAxis* axis, Series::Extent extent, bool withZero);

}  // namespace kvw::wb
