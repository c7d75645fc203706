// SPDX-License-Identifier: Apache-2.0
/// A part of a long axis that a figure shows: steps, tokens or slots. Maps are pooled within it, so that a smaller one
/// has finer cells.
#pragma once

#include <cstdint>
#include <optional>

namespace kvw::figures {

/// [first, last]; empty if last < first.
struct Range {
    std::int64_t first = 0, last = -1;
    [[nodiscard]] bool holds(std::int64_t at) const noexcept { return at >= first && at <= last; }
    bool operator==(const Range&) const = default;
};

/// Returns the part of the range among `count` places; without a range all of them.
[[nodiscard]] Range rangeWithin(const std::optional<Range>& range, std::int64_t count);

}  // namespace kvw::figures
