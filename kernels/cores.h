// SPDX-License-Identifier: Apache-2.0
/// Number of processors.
#pragma once

namespace kvw {

/// Returns the number of cores that this process may use.
[[nodiscard]] int availableCores();

}  // namespace kvw
