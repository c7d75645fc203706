// SPDX-License-Identifier: GPL-3.0-or-later
/// What a policy says it derived from its settings, in the language of the window. Plugins speak English, and so do
/// bundles: their notes are known by their form.
#pragma once

#include <QString>

namespace kvw::wb {

/// A note of a lane (Recording::notes). One of unknown form comes back as it is.
[[nodiscard]] QString policyNote(const QString& note);

}  // namespace kvw::wb
