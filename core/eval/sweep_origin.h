// SPDX-License-Identifier: Apache-2.0
/// Provenance of the figures of a sweep.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "core/eval/sweep.h"

namespace kvw {

/// Returns the first finished point of each policy. `done`: indices of the finished points in `points`.
[[nodiscard]] std::vector<SweepPoint> onePerPolicy(const std::vector<SweepPoint>& points,
                                                   const std::vector<std::size_t>& done);

/// Returns the entries of the provenance: model and versions from the bundles of `runs`, text, policies, axes, seed,
/// the command that makes the sweep, and the hash of the first bundle, which stands for all because a sweep is not a
/// bundle itself. Unknown entries are left out. Reads a manifest per run.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> sweepOrigin(const Sweep& sweep,
                                                                           const std::filesystem::path& folder,
                                                                           const std::vector<SweepPoint>& runs);

/// Returns the papers of the policies of a sweep as BibTeX.
[[nodiscard]] std::string sweepWorks(const Sweep& sweep, const Catalog& catalog);

}  // namespace kvw
