// SPDX-License-Identifier: Apache-2.0
/// Preset lists of `kvw compare`: the rows of a paper's table, taken from the plugins' manifests.
#pragma once

#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/policy/host/catalog.h"

namespace kvw::cli {

/// Returns the comparison with this id. Errors: BadUsage, naming the nearest id.
[[nodiscard]] Result<Comparison> comparisonNamed(const Catalog& catalog, const std::string& id);
/// Applies each change ("name=value") to every policy that has the parameter. Errors: BadUsage if no policy has it or
/// the value is out of range.
[[nodiscard]] Result<std::vector<std::string>> withParameters(const Catalog& catalog, std::vector<std::string> policies,
                                                              const std::vector<std::string>& changes);

}  // namespace kvw::cli
