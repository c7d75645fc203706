// SPDX-License-Identifier: Apache-2.0
/// The preset lists of `kvw compare`: the rows of a paper's table, from the manifests of the plugins.
#pragma once

#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/policy/host/catalog.h"

namespace kvw::cli {

/// Errors: BadUsage, with the nearest id.
[[nodiscard]] Result<Comparison> comparisonNamed(const Catalog& catalog, const std::string& id);
/// Changes parameters ("name=value") in every policy that has them. Errors: BadUsage for one that no policy has, or
/// that is out of range.
[[nodiscard]] Result<std::vector<std::string>> withParameters(const Catalog& catalog, std::vector<std::string> policies,
                                                              const std::vector<std::string>& changes);

}  // namespace kvw::cli
