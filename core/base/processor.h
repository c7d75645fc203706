// SPDX-License-Identifier: Apache-2.0
/// The processor of this machine, as bundles name it.
#pragma once

#include <string>

namespace kvw {

/// "AMD EPYC 7543 32-Core Processor"; "unknown" where the system does not say.
[[nodiscard]] std::string cpuName();
/// Cores this process may use.
[[nodiscard]] int availableCores();

}  // namespace kvw
