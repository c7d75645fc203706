// SPDX-License-Identifier: GPL-3.0-or-later
/// Who comes first where the window and the inference want the same core.
#pragma once

namespace kvw::wb {

/// The calling thread, and threads that it makes from now on, step back behind the window's: with as many inference
/// threads as cores a frame would wait for a time slice of theirs. Costs the decode only what the window needs anyway.
/// Without effect where the system has no priorities per thread.
void stepBehindTheWindow() noexcept;

}  // namespace kvw::wb
