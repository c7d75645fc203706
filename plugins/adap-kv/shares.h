// SPDX-License-Identifier: Apache-2.0
/// Converts the share of a layer to the number of tokens it keeps (POLICIES.md, section 6). All in double.
#pragma once

#include <cstdint>

namespace kvw::adap {

/// Thesis: round(share (1 - removed) N), N tokens seen so far. Layers with diffuse attention keep more.
[[nodiscard]] double kept_as_written(double share, double removed, std::int64_t seen);
/// Code: int(S (1 - removed share)). Layers with diffuse attention lose more; 0 or less if removed share >= 1.
[[nodiscard]] double kept_as_coded(double share, double removed, std::int64_t prompt);

}  // namespace kvw::adap
