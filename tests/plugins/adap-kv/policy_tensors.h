// SPDX-License-Identifier: Apache-2.0
/// The sort under Gini over plain vectors; torch stays in the .cpp file.
#pragma once

#include <cstdint>
#include <vector>

namespace kvw::test {

/// Rows of `width` values, each in ascending order.
[[nodiscard]] std::vector<double> ascendingRows(const std::vector<double>& values, std::int64_t width);
[[nodiscard]] std::vector<double> ascendingRows(const std::vector<float>& values, std::int64_t width);

}  // namespace kvw::test
