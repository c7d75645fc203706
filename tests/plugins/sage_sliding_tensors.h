// SPDX-License-Identifier: Apache-2.0
/// Tensor functions of the plugin sage behind plain vectors.
#pragma once

#include <cstdint>
#include <vector>

namespace kvw::test {

/// slots_of over [units][slots]; `asOnDevice`: by tensor operations.
[[nodiscard]] std::vector<std::int64_t> slotsOf(const std::vector<std::vector<std::int64_t>>& tokens,
                                                std::int64_t token, bool asOnDevice);

}  // namespace kvw::test
