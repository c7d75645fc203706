// SPDX-License-Identifier: Apache-2.0
/// The `kvw` command that repeats a recorded run.
#pragma once

#include <string>

#include "core/trace/recording.h"

namespace kvw {

/// Returns the command of the run. Changes that were made while it went on follow the policy of their lane; a run that
/// was stopped gets as many steps as it decoded. Several commands, one that is no `kvw run` or `kvw compare`, and
/// policies that match no lane stay as they are. Empty: the recording has no command. Thread: any.
[[nodiscard]] std::string repeatCommand(const Recording& recording);

}  // namespace kvw
