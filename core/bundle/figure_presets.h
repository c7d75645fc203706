// SPDX-License-Identifier: Apache-2.0
/// Pages of figures by name: what the papers show, drawn from a run of one's own.
#pragma once

#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/bundle/figure.h"
#include "core/trace/recording.h"

namespace kvw::figures {

struct FigurePreset {
    const char *id, *title, *about;
    std::vector<const char*> figures;  ///< ids; "-first" and "-last" stand for those layers
    int columns;
};
[[nodiscard]] const std::vector<FigurePreset>& presets();
/// Those of its figures that the run has something for. Errors: BadUsage (no such preset: the names), NotFound where
/// none has anything to show (the sentence says what has to be recorded).
[[nodiscard]] Result<std::vector<FigureSpec>> presetFigures(const Recording& recording, std::int32_t lane,
                                                            const std::string& preset);
/// True if no panel shows anything.
[[nodiscard]] bool nothingToDraw(const FigureSpec& figure);

}  // namespace kvw::figures
