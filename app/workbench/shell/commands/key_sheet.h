// SPDX-License-Identifier: GPL-3.0-or-later
/// First page of the help: all keys, read from the actions, and the meaning of the colours.
#pragma once

#include "app/workbench/help/help_pages.h"

namespace kvw::wb {

class Actions;

/// Name of the picture in which the page shows the colours.
inline constexpr const char* kLegendPicture = "program:legend";

[[nodiscard]] HelpPage keySheet(const Actions& actions);

}  // namespace kvw::wb
