// SPDX-License-Identifier: Apache-2.0
/// Priority of threads that compete for a core.
#pragma once

namespace kvw {

/// Lowers the priority of the calling thread and of threads that it starts from now on. Inference uses it so that the
/// window goes first (with as many inference threads as cores, a frame would wait for one of their time slices), and
/// writing copies so that the run goes first. No effect where the system has no priorities per thread.
void lowerThreadPriority() noexcept;

}  // namespace kvw
