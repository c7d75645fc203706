// SPDX-License-Identifier: GPL-3.0-or-later
/// Colours that carry meaning, those of figures (figure_colours.h) in both themes and never the only sign of it; and
/// the palettes of the themes.
#pragma once

#include <QColor>
#include <QPalette>

#include "app/workbench/session/runs/what_if.h"
#include "app/workbench/session/token_states.h"
#include "core/figures/figure_colours.h"

namespace kvw::wb {

[[nodiscard]] QColor colorOf(const figures::FigureColour& color);
/// Returns the colour of a line of a figure in the window: `foreground` where the figure has ink.
[[nodiscard]] QColor lineColor(const SeriesLook& look, const QColor& foreground, int layers = 0);
[[nodiscard]] QColor stateColor(TokenState state);
[[nodiscard]] QColor whatIfColor(WhatIfCell cell);
/// Returns the colour of a lane by its place among the lanes that are not full; repeats after the sixth.
[[nodiscard]] QColor policyColor(int place);
/// Returns the colour of a lane, as in figures: the text colour if its policy is full, else its policyColor.
[[nodiscard]] QColor laneColor(const RunDescription& description, int lane, const QPalette& palette);
[[nodiscard]] bool isDark(const QPalette& palette);
enum class ThemeChoice { System, Light, Dark };
/// Fusion's palette of a theme; System: `systemPalette`, with the colours of placeholders (and all faint text) and of
/// selected rows changed as far as legibility needs it.
[[nodiscard]] QPalette themePalette(ThemeChoice choice, const QPalette& systemPalette);

}  // namespace kvw::wb
