// SPDX-License-Identifier: GPL-3.0-or-later
/// Words of the core, which are English in files and on the command line, in the language of the window: closed sets,
/// by tables. What is in none of them stays as it is. Thread: GUI thread.
#pragma once

#include <QString>
#include <string>

#include "core/eval/sweep_results.h"

namespace kvw::wb {

/// Of a figure, a preset of figures or what one says of itself; numbers and what follows a comma are found by
/// themselves.
[[nodiscard]] QString figureWords(const std::string& english);
/// Title or description of an embedded text. What tells texts apart stays English: to be used where one is shown.
[[nodiscard]] QString textWords(const QString& english);
/// "mean ΔNLL".
[[nodiscard]] QString sweepTitle(SweepNumber number);
/// "layers" of a progress.
[[nodiscard]] QString progressUnit(const char* unit);

}  // namespace kvw::wb
