// SPDX-License-Identifier: Apache-2.0
/// Report on which plugins can be combined, for `kvw policies --combinations`.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "core/policy/host/choice/combination.h"

namespace kvw::cli {

/// Returns a table of scorers by budgets with a mark in each cell, a legend of the marks, and the pairs of codec and
/// policy that do not run.
[[nodiscard]] std::string combinationsText(const Catalog& catalog);
/// Returns every pair with its verdict and required settings, for layer-major and for streaming prefill.
[[nodiscard]] nlohmann::ordered_json combinationsJson(const Catalog& catalog);

}  // namespace kvw::cli
