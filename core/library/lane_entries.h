// SPDX-License-Identifier: Apache-2.0
/// A comparison as the index holds it: found by any of its policies, with the figures of that one.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/library/entry.h"

namespace kvw {

struct LaneEntry {
    LibraryEntry entry;
    std::string policy;  ///< whose figures they are; of several policies it has a star in `entry.policy`
};

/// One per lane that is not the full cache, the one with the lowest mean NLL first, which is what `readEntry` gives;
/// never empty: what cannot be read is there with its problem.
[[nodiscard]] std::vector<LaneEntry> readLaneEntries(const std::filesystem::path& bundle);

}  // namespace kvw
