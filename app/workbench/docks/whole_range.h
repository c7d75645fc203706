// SPDX-License-Identifier: GPL-3.0-or-later
/// What of steps or tokens an axis shows, in whole numbers, as the selection has it.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "app/workbench/models/selection.h"
#include "app/workbench/plots/qcp.h"

namespace kvw::wb {

/// Of numbers [0, end) those that `axis` shows; all of them: everything. However far an axis is moved, by fractions
/// too, it shows as many as before.
[[nodiscard]] inline StepRange numbersOn(const QCPRange& axis, std::int64_t end) {
    const auto more = std::max<std::int64_t>(1, std::llround(axis.upper - axis.lower));
    auto first = static_cast<std::int64_t>(std::ceil(axis.lower - 1e-6));
    auto last = first + more;
    if (last > end - 1) {
        last = end - 1;
        first = last - more;
    }
    first = std::max<std::int64_t>(0, first);
    return first == 0 && last >= end - 1 ? StepRange{} : StepRange{first, std::max(last, first + 1)};
}

/// Whether an axis that was zoomed or moved by fractions shows `range` as it is: setting it would take the fractions
/// back, and small turns of a wheel would never add up.
[[nodiscard]] inline bool shows(const QCPRange& axis, const QCPRange& bounds, StepRange range, std::int64_t end) {
    return axis.lower >= bounds.lower && axis.upper <= bounds.upper && numbersOn(axis, end) == range;
}

}  // namespace kvw::wb
