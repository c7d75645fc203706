// SPDX-License-Identifier: Apache-2.0
/// Ticks of a logarithmic axis that is too short for powers of ten.
#pragma once

#include <cstddef>
#include <vector>

namespace kvw::figures {

/// Returns 1, 2, 5, 10, ... if at most `most` of them lie on the axis, else fewer of each decade; even steps if the
/// ends are close. Empty: the axis is long enough for powers of ten, or shows values that are not above 0.
[[nodiscard]] std::vector<double> plainLogTicks(double low, double high, std::size_t most);

}  // namespace kvw::figures
