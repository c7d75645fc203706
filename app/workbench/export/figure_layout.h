// SPDX-License-Identifier: GPL-3.0-or-later
/// What of a figure has room in a width: lines of words, panels and entries of a legend beside one another, ticks.
/// Thread: GUI thread.
#pragma once

#include <optional>

#include "app/workbench/export/figure_style.h"
#include "core/bundle/legend_spot.h"

namespace kvw::wb {

/// Millimetres: the axis across with its title, between panels and legend, beside a panel alone and among others, a
/// scale.
inline constexpr double kAxisHeight = 10, kGapHeight = 3, kBesidePanel = 16, kBesideTitle = 4, kScale = 14;

/// Of the longest line and of all lines, in millimetres.
[[nodiscard]] QSizeF wordsSize(const QString& words, double points = kTextPoints);
/// Broken behind a comma, colon, slash, plus or space, and within a word only where it is wider than a line.
[[nodiscard]] QString wrapped(const QString& words, double millimetres, double points = kTextPoints);

/// Panels beside one another in a figure of this width: fewer than asked for where they would be too narrow.
[[nodiscard]] int panelsAcross(const FigureSpec& figure, double width);
/// Of a panel with its axes, where several stand beside one another.
[[nodiscard]] double panelWidth(const FigureSpec& figure, double width);

/// Of a panel within its axes.
[[nodiscard]] double innerWidth(const FigureSpec& figure, const FigurePanel& panel, double width);
/// The same, in a figure of its own height.
[[nodiscard]] double innerHeight(const FigureSpec& figure, const FigurePanel& panel, double width);

/// The legend: an entry per label over all panels, none for the only line of a panel that its axis names; and one per
/// kind of cells without a value.
struct FigureEntries {
    QStringList labels;  ///< as the series have them
    QStringList lines;   ///< the same, broken to fit
    int across = 1;
    double width = 0, height = 0;  ///< of an entry, of all; millimetres
};
[[nodiscard]] FigureEntries legendEntries(const FigureSpec& figure, double width);
/// Where it stands: below instead of inside where it would hide most of the first panel, or data of it everywhere.
[[nodiscard]] FigureLegend legendPlace(const FigureSpec& figure, double width);
/// Where in the first panel one inside hides the least; none: nowhere does it hide so little that it may. `spare`: what
/// the panel is higher than in a figure of its own height.
[[nodiscard]] std::optional<figures::LegendSpot> legendSpot(const FigureSpec& figure, double width, double spare = 0);
/// What words of marks have at the top of that panel.
[[nodiscard]] double marksHeight(const FigureSpec& figure, double width, double spare);

/// What a legend at the right leaves to the panels.
[[nodiscard]] double panelsRoom(const FigureSpec& figure, double width);

/// As many ticks as their labels have room for on an axis of this length.
void fitTicks(QCPAxis* axis, double millimetres);

}  // namespace kvw::wb
