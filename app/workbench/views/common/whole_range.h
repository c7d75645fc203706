// SPDX-License-Identifier: GPL-3.0-or-later
/// Converts the range of an axis to whole steps or tokens, as the selection has it.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "app/workbench/plot/qcp.h"
#include "app/workbench/session/selection.h"

namespace kvw::wb {

/// Returns the numbers of [0, end) that `axis` shows; everything if it shows all. Their count stays the same while the
/// axis is moved, even by fractions.
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

/// Returns true if an axis that was zoomed or moved by fractions already shows `range`. Setting the range would remove
/// the fractions, and small turns of a wheel would never add up.
[[nodiscard]] inline bool shows(const QCPRange& axis, const QCPRange& bounds, StepRange range, std::int64_t end) {
    return axis.lower >= bounds.lower && axis.upper <= bounds.upper && numbersOn(axis, end) == range;
}

}  // namespace kvw::wb
