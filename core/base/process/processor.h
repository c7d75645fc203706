// SPDX-License-Identifier: Apache-2.0
/// Name of this machine's processor, as bundles record it, and the number of threads that use it.
#pragma once

#include <string>

#include "kernels/cores.h"

namespace kvw {

/// Returns the name, e.g. "AMD EPYC 7543 32-Core Processor"; "unknown" if the system does not give one.
[[nodiscard]] std::string cpuName();
/// Returns the default number of compute threads: one per core, or OMP_NUM_THREADS if that is fewer.
[[nodiscard]] int defaultThreads();

}  // namespace kvw
