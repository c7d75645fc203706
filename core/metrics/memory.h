// SPDX-License-Identifier: Apache-2.0
/// Compression of the cache. Definitions: METRICS.md section 3.
#pragma once

#include <cstdint>
#include <optional>

namespace kvw::metrics {

/// Compression: full / live bytes; live = 0: none. Pure, any thread.
[[nodiscard]] inline std::optional<double> compression(std::int64_t full, std::int64_t live) {
    return live > 0 ? std::optional(static_cast<double>(full) / static_cast<double>(live)) : std::nullopt;
}

}  // namespace kvw::metrics
