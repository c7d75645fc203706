// SPDX-License-Identifier: Apache-2.0
/// The `kvw` command that makes again what a recording holds.
#pragma once

#include <string>

#include "core/trace/recording.h"

namespace kvw {

/// The command of the run, with what was turned while it went on behind the policy of its lane, and of a run that was
/// stopped as many tokens as it decoded. Several commands, one that is no `kvw run` or `kvw compare`, and what does not
/// name the policies of the lanes stay as they are. Empty: it has none. Any thread.
[[nodiscard]] std::string repeatCommand(const Recording& recording);

}  // namespace kvw
