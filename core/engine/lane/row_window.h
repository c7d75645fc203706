// SPDX-License-Identifier: Apache-2.0
/// Rows that the temporal variance is over, of a lane whose backend measures them, on their way to a fork.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/base/files/spilled_floats.h"

namespace kvw {

/// Layouts are those of device::RowMeasures.
struct RowWindow {
    explicit RowWindow(std::size_t floats) : rows(floats) {}

    std::int64_t first = 0, end = 0;  ///< token of the first step that counts, and behind the newest
    std::int64_t stride = 0;
    SpilledFloats rows;
    std::vector<std::int32_t> tokens;
};

}  // namespace kvw
