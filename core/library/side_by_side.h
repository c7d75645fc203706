// SPDX-License-Identifier: Apache-2.0
/// Runs of different days as the lanes of one comparison.
#pragma once

#include <memory>
#include <vector>

#include "core/base/error.h"
#include "core/trace/recording.h"

namespace kvw {

/// The full cache of the first that has one, then every other lane in order. What is the same in two of them, settings
/// and records, is there once, and a problem of the lane says so; of full caches records alone count. `LaneInfo::apart`
/// tells lanes of one policy apart: what of its run is not as in the first one, else version, changes in mid-run,
/// length, day. Traces are copied. Its command makes them all (joined_command.h), and it ended as the least successful
/// of them did. Errors: BadUsage where model, text, its tokens or the prompt differ, or fewer than two runs are given;
/// the sentence names both sides.
[[nodiscard]] Result<std::shared_ptr<Recording>> sideBySide(const std::vector<std::shared_ptr<const Recording>>& runs);

}  // namespace kvw
