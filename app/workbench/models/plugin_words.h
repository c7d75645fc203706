// SPDX-License-Identifier: GPL-3.0-or-later
/// What a plugin is found by, besides its name.
#pragma once

#include <QString>

#include "core/policy/host/catalog.h"

namespace kvw::wb {

/// The plugin's description, the papers it follows, and the names of its parameters.
[[nodiscard]] QString pluginWords(const Catalog::Found& found);
/// All words that are typed stand in it, in any case; of a long text, nothing less is a match.
[[nodiscard]] bool standsIn(const QString& about, const QString& typed);

}  // namespace kvw::wb
