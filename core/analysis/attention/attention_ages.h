// SPDX-License-Identifier: Apache-2.0
/// Computes attention by token age, per layer, over recorded rows: the temporal U-shape (core/metrics/age_profile.h).
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "core/trace/trace.h"

namespace kvw {

/// Mean attention per age bin and layer.
struct AttentionAges {
    std::vector<std::vector<double>> layers;  ///< [layers][bins]; an empty layer has no rows
    std::int64_t rows = 0;                    ///< steps whose rows were read, in the layer with most
    [[nodiscard]] bool empty() const noexcept { return rows == 0; }
};

/// Returns the default first step: the first after the prompt, or 0 if nothing was decoded.
[[nodiscard]] std::int64_t agesBegin(std::int64_t promptTokens, std::int64_t steps) noexcept;

/// Computes the profile over the rows kept of steps [first, last], as the mean over query heads. At most `mostRows`
/// steps are read, evenly spaced. Empty once `stale` returns true. Thread: any.
[[nodiscard]] AttentionAges attentionAges(const Trace& trace, std::int64_t first, std::int64_t last,
                                          std::size_t bins = 20, std::int64_t mostRows = 1024,
                                          const std::function<bool()>& stale = {});

}  // namespace kvw
