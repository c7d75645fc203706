// SPDX-License-Identifier: GPL-3.0-or-later
/// The first page of the help: every key, from the actions themselves, and what the colours mean.
#pragma once

#include "app/workbench/help/help_pages.h"

namespace kvw::wb {

class Actions;

/// Name of the picture that the page shows for the colours.
inline constexpr const char* kLegendPicture = "program:legend";

[[nodiscard]] HelpPage keySheet(const Actions& actions);

}  // namespace kvw::wb
