// SPDX-License-Identifier: Apache-2.0
/// Designs of the policy `cascade`, judged by the attention of the full cache: sizes and periods of sub-caches are
/// replayed on its recorded rows, and what a design would hold says how much of the attention it retains, by age.
///
/// Rule and letters: plugins/cascade/README.md. The replay has one keep-set per layer, scores of the mean over the query
/// heads, and weights that are those of the full cache: a run of the design, whose weights are spread over what it holds,
/// differs from it.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/trace/recording.h"

namespace kvw {

/// Sub-caches, the newest first.
struct CascadeDesign {
    std::int64_t sinks = 4;
    std::vector<std::int64_t> sizes, periods;

    [[nodiscard]] std::int64_t total() const;
    /// Returns how many tokens full sub-caches reach back behind the sinks.
    [[nodiscard]] std::int64_t reach() const;
    /// Returns "cascade:sinks=4,sizes=128/64/64,periods=1/2/4".
    [[nodiscard]] std::string policy() const;
    [[nodiscard]] bool operator==(const CascadeDesign&) const = default;
};

/// Sizes, numbers and rates from which designs are made.
struct CascadeChoices {
    std::int64_t total = 256, sinks = 4;  ///< tokens of all sub-caches; those beside them
    std::vector<std::int64_t> cascades = {1, 2, 3, 4, 6, 8};
    std::vector<std::int64_t> rates = {2, 3, 4};  ///< periods are rate^i
};

/// Returns the designs: for each number of sub-caches and each rate one with equal sizes and one in which every
/// sub-cache has half of what is left. Sizes add up to the total; a number above it is left out.
[[nodiscard]] std::vector<CascadeDesign> cascadeDesigns(const CascadeChoices& choices);

/// Ages [2^k, 2^(k+1)), the first with age 0 alone before it: bin 0 is age 0, bin k ages 2^(k-1) to 2^k - 1.
[[nodiscard]] std::int32_t ageBin(std::int64_t age);

struct JudgedCascade {
    CascadeDesign design;
    double retained = kMissing;  ///< share of the attention, mean over rows and layers
    std::vector<double> byAge;   ///< share of the attention to tokens of each age bin that it holds; NaN: there is none
};

struct CascadeStudy {
    std::vector<double> attention;       ///< share of all attention by age bin, the sinks left out
    double sinks = 0;                    ///< share that the sinks get
    std::vector<JudgedCascade> designs;  ///< the most retained first
    std::int64_t rows = 0;               ///< of each layer
};

/// Replays designs on a full lane. Rows behind the prompt are judged, or all of them where nothing was decoded; the rows
/// before fill the sub-caches. Errors: the lane is no full cache, its rows are not recorded, no design. Empty designs
/// once `stale` returns true. Thread: any.
[[nodiscard]] Result<CascadeStudy> studyCascades(const Recording& recording, std::int32_t lane,
                                                 const std::vector<CascadeDesign>& designs,
                                                 const std::function<bool()>& stale = {});

}  // namespace kvw
