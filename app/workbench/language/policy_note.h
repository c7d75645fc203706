// SPDX-License-Identifier: GPL-3.0-or-later
/// Translates notes in which a policy states what it derived from its settings. Plugins and bundles contain English
/// notes, which are recognized by their form.
#pragma once

#include <QString>

namespace kvw::wb {

/// Translates a note of a lane (Recording::notes). A note of unknown form is returned unchanged.
[[nodiscard]] QString policyNote(const QString& note);

}  // namespace kvw::wb
