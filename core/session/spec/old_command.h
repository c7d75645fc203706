// SPDX-License-Identifier: Apache-2.0
/// Reads a run specification from the command that was printed from it, for bundles that have the command only.
#pragma once

#include <string>
#include <vector>

#include "core/session/spec/run_spec.h"

namespace kvw {

/// Returns the specification of each `kvw run` or `kvw compare` of the command, as `recordedSpec` would give it. Empty
/// if any part of it is not what this program writes.
[[nodiscard]] std::vector<RunSpec> specsOfOldCommand(const std::string& command);

}  // namespace kvw
