// SPDX-License-Identifier: GPL-3.0-or-later
/// Lists the controls of a dock as entries of the command palette.
#pragma once

#include "app/workbench/shell/commands/command_palette.h"

namespace kvw::wb {

class Dock;

/// Returns an entry for each named control that `dock` offers now. Running it shows the dock, scrolls to the control
/// and gives it the keyboard focus, without pressing or changing anything.
[[nodiscard]] std::vector<PaletteEntry> controlEntries(Dock& dock);

}  // namespace kvw::wb
