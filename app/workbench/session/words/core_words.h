// SPDX-License-Identifier: GPL-3.0-or-later
/// Translates words of the core, which are English in files and on the command line, into the language of the window.
/// Thread: GUI thread.
#pragma once

#include <QString>

#include "core/eval/sweep_results.h"
#include "core/figures/figure_title.h"

namespace kvw::wb {

/// Translates the title of a figure by the forms of its parts.
[[nodiscard]] QString figureTitle(const FigureTitle& title);
/// Translates a part of a title, the label or unit of an axis, the name of a series, or the title or description of a
/// preset of figures, unless it is a plain text.
[[nodiscard]] QString figureWords(const Phrase& words);
/// Translates the title or description of an embedded text, for display only: texts are told apart by the English
/// words. Another text stays as it is.
[[nodiscard]] QString textWords(const QString& english);
/// Returns the translated title of a number of a sweep: "mean ΔNLL".
[[nodiscard]] QString sweepTitle(SweepNumber number);
/// Translates the unit of a progress: "layers".
[[nodiscard]] QString progressUnit(const char* unit);

}  // namespace kvw::wb
