// SPDX-License-Identifier: GPL-3.0-or-later
/// Replaces command line flags in sentences of the engine by the names of the window's controls.
#pragma once

#include <QString>

namespace kvw::wb {

/// Replaces, for example, "--prompt-tokens: ..." by "Prompt: ...", "with --capture maps" by "with “Record: and the
/// rows”", and "`kvw policies --enable x`" by "“Enable” in the Plugins dock". Flags of other programs stay.
[[nodiscard]] QString withControlNames(const QString& sentence);

}  // namespace kvw::wb
