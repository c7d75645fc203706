// SPDX-License-Identifier: GPL-3.0-or-later
/// Flags in sentences of the engine, by the names that the window's controls have.
#pragma once

#include <QString>

namespace kvw::wb {

/// "--prompt-tokens: ..." becomes "Prompt: ...", "with --capture maps" becomes "with “Record: and the rows”",
/// "`kvw policies --enable x`" becomes "“Enable” in the Plugins dock". Flags of other programs stay.
[[nodiscard]] QString withControlNames(const QString& sentence);

}  // namespace kvw::wb
