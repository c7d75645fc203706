// SPDX-License-Identifier: Apache-2.0
/// Specifications and commands that repeat recorded runs.
#pragma once

#include <string>
#include <vector>

#include "core/trace/recording.h"

namespace kvw {

/// Returns the specifications of the run. Changes that were made while it went on follow the policy of their lane; a
/// run that was stopped gets as many steps as it decoded. Those of runs that were set side by side, and policies that
/// match no lane, stay as they are. Thread: any.
[[nodiscard]] std::vector<RunSpec> repeatSpecs(const Recording& recording);
/// Returns the specifications of several runs: one with all policies, `full` first, if they differ only in their
/// policies; otherwise each distinct one. Empty if those of a run are not known.
[[nodiscard]] std::vector<RunSpec> joinedSpecs(const std::vector<std::vector<RunSpec>>& runs);
/// Returns the command of `repeatSpecs`, or the recorded one if the specifications are not known.
[[nodiscard]] std::string repeatCommand(const Recording& recording);

}  // namespace kvw
