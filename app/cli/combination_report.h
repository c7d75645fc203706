// SPDX-License-Identifier: Apache-2.0
/// What goes together, for `kvw policies --combinations`.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "core/policy/host/combination.h"

namespace kvw::cli {

/// Scorers by budgets with a mark in each cell, what the marks mean, and the codecs that do not go under a policy.
[[nodiscard]] std::string combinationsText(const Catalog& catalog);
/// Every pair with what it needs, with either prefill.
[[nodiscard]] nlohmann::ordered_json combinationsJson(const Catalog& catalog);

}  // namespace kvw::cli
