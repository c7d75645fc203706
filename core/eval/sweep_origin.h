// SPDX-License-Identifier: Apache-2.0
/// Where the figures of a sweep come from, for their provenance.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "core/eval/sweep.h"

namespace kvw {

/// Of these points, which are done (as places in `points`), the first one of each policy.
[[nodiscard]] std::vector<SweepPoint> onePerPolicy(const std::vector<SweepPoint>& points,
                                                   const std::vector<std::size_t>& done);

/// Model and versions as the bundles of `runs` have them, text, policies, axes, seed, the command that makes the sweep,
/// and the hash of the first of them, which stands for all: a sweep is no bundle. What nobody knows is left out. Reads
/// a manifest per run.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> sweepOrigin(const Sweep& sweep,
                                                                           const std::filesystem::path& folder,
                                                                           const std::vector<SweepPoint>& runs);

/// The works behind the policies of a sweep, as BibTeX.
[[nodiscard]] std::string sweepWorks(const Sweep& sweep, const Catalog& catalog);

}  // namespace kvw
