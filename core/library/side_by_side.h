// SPDX-License-Identifier: Apache-2.0
/// Joins separate runs as the lanes of one comparison.
#pragma once

#include <memory>
#include <vector>

#include "core/base/error.h"
#include "core/trace/recording.h"

namespace kvw {

/// Returns a recording with the full cache of the first run that has one, then every other lane in order. A lane that
/// is in two runs with the same settings and records appears once, and a problem of the lane says so; full caches are
/// the same if their records are, and get no such problem. `LaneInfo::distinguishingText` tells lanes of one policy
/// apart: by settings that differ from the first run, else by version, changes during the run, length or day. Traces
/// are copied. The recording's command makes all runs (`joinedSpecs`), and its state is that of the least successful
/// run. Errors: BadUsage if model, text, its tokens or the prompt differ, or fewer than two runs are given; the
/// sentence names both sides.
[[nodiscard]] Result<std::shared_ptr<Recording>> sideBySide(const std::vector<std::shared_ptr<const Recording>>& runs);

}  // namespace kvw
