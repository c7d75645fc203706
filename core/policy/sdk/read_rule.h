// SPDX-License-Identifier: Apache-2.0
/// Choice of a reader at every decode step as plain data, which a device can carry out inside a step. Without torch.
#pragma once

#include <cstdint>

namespace kvw::sdk {

/// Each query head reads the pages with the largest upper bounds on its scores (page_bounds of the kit), of equal ones
/// the older first.
struct ReadRule {
    std::int64_t most = 1;        ///< pages that a query head reads, at least 1
    bool newest = false;          ///< the newest page is one of them, whatever its bound
    std::int64_t firstLayer = 0;  ///< the layers below read everything

    [[nodiscard]] bool operator==(const ReadRule&) const = default;
};

}  // namespace kvw::sdk
