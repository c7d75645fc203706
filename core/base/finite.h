// SPDX-License-Identifier: Apache-2.0
/// A number that may be undefined (NaN, infinite) as an optional one.
#pragma once

#include <cmath>
#include <optional>

namespace kvw {

/// Returns the number; none: it is not finite.
[[nodiscard]] inline std::optional<double> ifFinite(double value) {
    return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

}  // namespace kvw
