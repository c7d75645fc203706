// SPDX-License-Identifier: Apache-2.0
/// Chooses the next token from logits: greedy, or temperature with top-k and top-p, repeatable by seed.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/session/spec/run_spec.h"

namespace kvw {

/// Randomness is counter-based: the choice depends on (seed, token index) and the logits only. Copyable (fork).
class Sampler {
 public:
    Sampler(Sampling sampling, std::int64_t seed) : m_sampling(sampling), m_seed(seed) {}
    /// Returns the chosen token id. Ties: lower id first. top-k is applied before top-p (nucleus, Holtzman et al.
    /// 2020), both on the tempered distribution.
    [[nodiscard]] std::int32_t choose(std::span<const float> logits, std::int64_t index);

 private:
    Sampling m_sampling;
    std::int64_t m_seed;
    std::vector<std::int32_t> m_order;
    std::vector<double> m_weights;
};

}  // namespace kvw
