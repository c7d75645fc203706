// SPDX-License-Identifier: GPL-3.0-or-later
/// Ensures that the program ends even if a plugin call does not return.
#pragma once

namespace kvw::wb {

/// Ends the process with `code` as soon as a plugin call takes longer than kLongCall. Call it when the event loop has
/// ended and nobody can wait for the plugin any more.
void endDespiteCalls(int code);

}  // namespace kvw::wb
