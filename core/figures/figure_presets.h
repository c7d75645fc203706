// SPDX-License-Identifier: Apache-2.0
/// Named pages of figures: those of the papers, drawn from a recorded run.
#pragma once

#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/figures/figure.h"
#include "core/trace/recording.h"

namespace kvw::figures {

struct FigurePreset {
    const char *id, *title, *about;
    std::vector<const char*> figures;  ///< ids; "-first" and "-last" stand for those layers
    int columns;
};
[[nodiscard]] const std::vector<FigurePreset>& presets();
/// Returns the figures of a preset for which the run has data. Errors: BadUsage (no such preset: the names), NotFound
/// if none has anything to show (the sentence says what has to be recorded).
[[nodiscard]] Result<std::vector<FigureSpec>> presetFigures(const Recording& recording, std::int32_t lane,
                                                            const std::string& preset);
/// Returns true if no panel shows anything.
[[nodiscard]] bool nothingToDraw(const FigureSpec& figure);

}  // namespace kvw::figures
