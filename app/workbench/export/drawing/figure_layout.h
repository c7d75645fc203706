// SPDX-License-Identifier: GPL-3.0-or-later
/// Measures how much of a figure fits a given width: lines of text, panels and legend entries beside one another,
/// ticks. Thread: GUI thread.
#pragma once

#include <optional>

#include "app/workbench/export/drawing/figure_style.h"
#include "core/figures/legend_spot.h"

namespace kvw::wb {

/// Lengths in millimetres: height of the horizontal axis with its title, gap between panels and legend, width beside a
/// single panel, width beside one of several panels, width of a colour scale.
inline constexpr double kAxisHeight = 10, kGapHeight = 3, kBesidePanel = 16, kBesideTitle = 4, kScale = 14;
/// Width that a legend below or above leaves to the axis of the first panel, with which it is aligned.
inline constexpr double kBesideLegend = 20;

/// Returns the width of the longest line and the height of all lines, in millimetres.
[[nodiscard]] QSizeF wordsSize(const QString& words, double points = kTextPoints, FigureFont font = FigureFont::Usual);
/// Wraps text after a comma, colon, semicolon, slash, plus or space, and within a word only if it is wider than a line.
[[nodiscard]] QString wrapped(const QString& words, double millimetres, double points = kTextPoints,
                              FigureFont font = FigureFont::Usual);

/// Returns the number of panels beside one another at this width: fewer than requested if they would be too narrow.
[[nodiscard]] int panelsAcross(const FigureSpec& figure, double width);
/// Returns the width of a panel with its axes, or of the figure if it has one column.
[[nodiscard]] double panelWidth(const FigureSpec& figure, double width);

/// Returns the width of a panel inside its axes.
[[nodiscard]] double innerWidth(const FigureSpec& figure, const FigurePanel& panel, double width);
/// Returns the height of a panel inside its axes, in a figure of its natural height.
[[nodiscard]] double innerHeight(const FigureSpec& figure, const FigurePanel& panel, double width);

/// Legend with one entry per label over all panels, and one per kind of cells without a value. The only line of a panel
/// has no entry, because the axis names it.
struct FigureEntries {
    QStringList labels;  ///< labels of the series
    QStringList lines;   ///< the same, wrapped
    int across = 1;
    double width = 0, height = 0;  ///< width of an entry, height of all; millimetres
};
[[nodiscard]] FigureEntries legendEntries(const FigureSpec& figure, double width);
/// Returns the place of the legend: below instead of inside if it would cover most of the first panel, or data wherever
/// it is put.
[[nodiscard]] FigureLegend legendPlace(const FigureSpec& figure, double width);
/// Returns the spot in the first panel where a legend inside covers the least; none: it would cover too much
/// everywhere. `spare`: additional height of the panel over that in a figure of natural height.
[[nodiscard]] std::optional<figures::LegendSpot> legendSpot(const FigureSpec& figure, double width, double spare = 0);
/// Returns the height of the labels of marks at the top of that panel.
[[nodiscard]] double marksHeight(const FigureSpec& figure, double width, double spare);

/// Returns the width that a legend at the right leaves for the panels.
[[nodiscard]] double panelsRoom(const FigureSpec& figure, double width);

/// Sets as many ticks as have room for their labels on an axis of this length.
void fitTicks(QCPAxis* axis, double millimetres);

}  // namespace kvw::wb
