// SPDX-License-Identifier: Apache-2.0
/// Descriptions of the figures of a sweep, which the window draws and `kvw sweep` writes, and their provenance.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "core/eval/sweep.h"
#include "core/eval/sweep_results.h"
#include "core/figures/figure.h"

namespace kvw {

/// Returns a figure of a cost against ΔNLL: a point per run or mean of repeats, with a bar for the deviation; a series
/// per policy if there are several; the front as a line. `cost`: BytesLive or TpotMs.
[[nodiscard]] FigureSpec sweepFront(const std::vector<std::string>& names, const std::vector<SweepRow>& rows,
                                    SweepNumber cost = SweepNumber::BytesLive);
/// Returns a map of a number over the axes that `mapSides` names, as the mean over all others. With only one axis it is
/// a line with deviations; without an axis or a row, a figure with an empty panel. `policy` restricts the map to one
/// policy if policies are not a side of it (`mapPolicyAxis`); empty: the mean over policies, too.
[[nodiscard]] FigureSpec sweepMap(const std::vector<std::string>& names, const std::vector<SweepRow>& rows,
                                  SweepNumber number = SweepNumber::DeltaNll, const std::string& policy = {});
/// Returns the map or, if policies are not a side of it, one map per policy: "sweep-map-1-streaming",
/// "sweep-map-2-h2o".
[[nodiscard]] std::vector<FigureSpec> sweepMaps(const std::vector<std::string>& names,
                                                const std::vector<SweepRow>& rows,
                                                SweepNumber number = SweepNumber::DeltaNll);

/// Returns an axis with a name at each step, and a map with a cell for each pair of such steps, all of them missing.
[[nodiscard]] FigureAxis namedAxis(const std::string& name, std::vector<std::string> values);
[[nodiscard]] FigureMap emptyMap(std::size_t rows, std::size_t columns);

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
