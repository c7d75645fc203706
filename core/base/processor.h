// SPDX-License-Identifier: Apache-2.0
/// The processor of this machine, as bundles name it, and how much of it is used.
#pragma once

#include <string>

namespace kvw {

/// "AMD EPYC 7543 32-Core Processor"; "unknown" where the system does not say.
[[nodiscard]] std::string cpuName();
/// Cores this process may use.
[[nodiscard]] int availableCores();
/// Threads that compute where nobody says how many: one per core, or fewer where OMP_NUM_THREADS does.
[[nodiscard]] int usualThreads();

}  // namespace kvw
