// SPDX-License-Identifier: Apache-2.0
/// CAKE's tensor functions behind plain vectors.
#pragma once

#include <cstdint>
#include <vector>

namespace kvw::test {

/// One decode step over [layers * units] units: what each slot holds, its rank, and the newest row per query head.
struct StepOfCake {
    std::int64_t layers = 1, units = 1, group = 1, slots = 0;
    std::int64_t seen = 0, window = 0, kernel = 1;
    bool byPosition = false;
    std::vector<std::int64_t> budgets;  ///< per layer
    std::vector<std::int64_t> tokens;   ///< [layers * units * slots], -1 = free
    std::vector<float> ranks;           ///< likewise
    std::vector<float> rows;            ///< [layers * units * group * slots]
};

struct CutOfCake {
    std::vector<std::vector<std::int64_t>> evicted;  ///< tokens per unit, ascending
    std::vector<float> ranks;                        ///< of the slots that are still held, else -1
    std::vector<float> scores;
    std::int64_t cuts = 0, close = 0;  ///< of units; those that rounding may have decided
};

/// `byTensors`: by operations on whole tensors, which the plugin is compared with.
[[nodiscard]] CutOfCake cutOfCake(const StepOfCake& step, bool byTensors);

}  // namespace kvw::test
