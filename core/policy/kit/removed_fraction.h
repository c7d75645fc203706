// SPDX-License-Identifier: Apache-2.0
/// Warning for a fraction `removed` that would leave nothing of a prompt (rule B7).
#pragma once

#include <cstdint>

#include "core/policy/sdk/report.h"

namespace kvw::sdk {

/// Adds the warning to `report` if it applies; takes the arguments of one_shot_budget.
inline void warn_of_least_budget(std::int64_t capacity, double removed, std::int64_t promptTokens, Report& report) {
    if (capacity == 0 && static_cast<double>(promptTokens) * (1.0 - removed) < 1.0) {
        report.warnings.push_back(finding("fraction-leaves-none"));
    }
}

}  // namespace kvw::sdk
