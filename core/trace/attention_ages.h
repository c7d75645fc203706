// SPDX-License-Identifier: Apache-2.0
/// Attention by age of token, per layer, over recorded rows: the temporal U-shape (core/metrics/age_profile.h).
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "core/trace/trace.h"

namespace kvw {

struct AttentionAges {
    std::vector<std::vector<double>> layers;  ///< [layers][bins]; empty inside: no row of that layer
    std::int64_t rows = 0;                    ///< steps whose rows were read, of the layer with most
    [[nodiscard]] bool empty() const noexcept { return rows == 0; }
};

/// The first step unless another is asked for: behind the prompt, or its own first where nothing was decoded.
[[nodiscard]] std::int64_t agesBegin(std::int64_t promptTokens, std::int64_t steps) noexcept;

/// Over the rows kept of steps [first, last], mean over query heads. At most `mostRows` steps are read, evenly spaced.
/// Any thread; empty once `stale` is true.
[[nodiscard]] AttentionAges attentionAges(const Trace& trace, std::int64_t first, std::int64_t last,
                                          std::size_t bins = 20, std::int64_t mostRows = 1024,
                                          const std::function<bool()>& stale = {});

}  // namespace kvw
