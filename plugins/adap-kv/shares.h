// SPDX-License-Identifier: Apache-2.0
/// From a layer's share to what it keeps (POLICIES.md, section 6). Plain numbers, all in double.
#pragma once

#include <cstdint>

namespace kvw::adap {

/// The thesis: round(share (1 - removed) N), N tokens seen so far. Diffuse layers keep more.
[[nodiscard]] double kept_as_written(double share, double removed, std::int64_t seen);
/// The code: int(S (1 - removed share)). Diffuse layers lose more; not above 0 where removed share >= 1.
[[nodiscard]] double kept_as_coded(double share, double removed, std::int64_t prompt);

}  // namespace kvw::adap
