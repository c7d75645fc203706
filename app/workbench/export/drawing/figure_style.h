// SPDX-License-Identifier: GPL-3.0-or-later
/// Fonts, pens and colours of printed figures; sizes in points. Thread: GUI thread.
#pragma once

#include "app/workbench/plot/qcp.h"
#include "app/workbench/session/theme.h"
#include "core/figures/figure.h"

namespace kvw::wb {

inline constexpr double kTextPoints = 7, kSmallPoints = 6, kLinePoints = 0.7, kThinPoints = 0.4;
inline const QColor kInk = colorOf(figures::kInk), kGrid = colorOf(figures::kGrid);

/// Latex: Latin Modern if it is installed, else a font with serifs.
[[nodiscard]] QFont textFont(double points = kTextPoints, FigureFont font = FigureFont::Usual);
[[nodiscard]] QPen pen(const QColor& color, double points, Qt::PenStyle style = Qt::SolidLine);
[[nodiscard]] QString text(const std::string& utf8);
void styleAxis(QCPAxis* axis, FigureFont font = FigureFont::Usual);
void wholeNumbers(QCPAxis* axis);  ///< puts ticks at whole numbers only
/// Returns whether the unit is tokens and the range large enough for ticks at whole numbers.
[[nodiscard]] bool isCount(const std::string& unit, double range);
/// Returns the colour of a category by name, as in the window (core/figures/figure_colours.h). `index`: decides for
/// unknown names.
[[nodiscard]] QColor categoryColor(const std::string& name, int index);
/// Returns the colour of a map cell without a value; invalid: the cell is not painted.
[[nodiscard]] QColor cellColor(FigureCell cell);
void dash(QPen& pen, const FigureSeries& series);

}  // namespace kvw::wb
