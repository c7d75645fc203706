// SPDX-License-Identifier: GPL-3.0-or-later
/// The controls of a dock as entries of the command palette.
#pragma once

#include "app/workbench/window/command_palette.h"

namespace kvw::wb {

class Dock;

/// Each named control that `dock` offers now: choosing one shows the dock, scrolls to the control and gives it the
/// keyboard focus. Nothing is pressed or changed.
[[nodiscard]] std::vector<PaletteEntry> controlEntries(Dock& dock);

}  // namespace kvw::wb
