// SPDX-License-Identifier: GPL-3.0-or-later
/// The end of the program, whatever a plugin does.
#pragma once

namespace kvw::wb {

/// From now on a call of a plugin that takes longer than kLongCall ends the process with `code`: after the event loop
/// nobody waits for it.
void endDespiteCalls(int code);

}  // namespace kvw::wb
