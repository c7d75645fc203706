// SPDX-License-Identifier: Apache-2.0
/// Entries of a comparison in the index: one per policy, with the numbers of that policy.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/library/entry.h"

namespace kvw {

struct LaneEntry {
    LibraryEntry entry;
    std::string policy;  ///< policy of the numbers; if there are several, it has a star in `entry.policy`
};

/// Reads an entry per lane that is not the full cache, the one with the lowest mean NLL first; `readEntry` returns this
/// first one. The result is never empty: a bundle that cannot be read has an entry with its problem.
[[nodiscard]] std::vector<LaneEntry> readLaneEntries(const std::filesystem::path& bundle);

}  // namespace kvw
