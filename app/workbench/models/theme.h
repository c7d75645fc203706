// SPDX-License-Identifier: GPL-3.0-or-later
/// Colours that carry meaning: the same in both themes, and always doubled by a form.
#pragma once

#include <QColor>
#include <QPalette>

#include "app/workbench/models/token_states.h"
#include "app/workbench/models/what_if.h"

namespace kvw::wb {

[[nodiscard]] QColor stateColor(TokenState state);
[[nodiscard]] QColor whatIfColor(WhatIfCell cell);
/// Of the lanes that are not full, by their place among them; repeats after the sixth.
[[nodiscard]] QColor policyColor(int place);
/// `full` (lane 0 of a comparison, or any lane whose policy is full) has the foreground colour; then a fixed order.
[[nodiscard]] QColor laneColor(const RunDescription& description, int lane, const QPalette& palette);
[[nodiscard]] bool isDark(const QPalette& palette);
enum class ThemeChoice { System, Light, Dark };
/// Fusion's palette of a theme; System: `systemPalette`, with placeholders (and all that is faint) dark or light enough
/// to be read.
[[nodiscard]] QPalette themePalette(ThemeChoice choice, const QPalette& systemPalette);

}  // namespace kvw::wb
