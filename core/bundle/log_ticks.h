// SPDX-License-Identifier: Apache-2.0
/// Numbers on a logarithmic axis that is too short for powers of ten.
#pragma once

#include <cstddef>
#include <vector>

namespace kvw::figures {

/// 1, 2, 5, 10, ... where there is room for `most` of them, else fewer of each decade; even steps where the ends are
/// close. Empty: the axis is long enough for powers of ten, or shows what is not above 0.
[[nodiscard]] std::vector<double> plainLogTicks(double low, double high, std::size_t most);

}  // namespace kvw::figures
