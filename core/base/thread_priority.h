// SPDX-License-Identifier: Apache-2.0
/// Who comes first where two threads want the same core.
#pragma once

namespace kvw {

/// The calling thread, and threads that it makes from now on, step back behind those of normal priority: inference
/// behind the window (with as many inference threads as cores a frame would wait for a time slice of theirs), writing
/// copies behind the run. Without effect where the system has no priorities per thread.
void stepBehind() noexcept;

}  // namespace kvw
