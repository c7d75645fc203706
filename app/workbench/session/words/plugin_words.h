// SPDX-License-Identifier: GPL-3.0-or-later
/// Text that a search for a plugin looks at, besides its name.
#pragma once

#include <QString>

#include "core/policy/host/catalog.h"

namespace kvw::wb {

/// Returns the plugin's description, the titles of the papers it follows, and the names of its parameters.
[[nodiscard]] QString pluginWords(const Catalog::Found& found);
/// Returns whether `about` contains all typed words, in any case. Letters in order (word_match.h) would match too much
/// in a long text.
[[nodiscard]] bool containsAllWords(const QString& about, const QString& typed);

}  // namespace kvw::wb
