// SPDX-License-Identifier: Apache-2.0
/// Sums the mass of tokens over the units of a layer that hold them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace kvw {

/// Keeps its memory between layers.
class TokenMass {
 public:
    void clear() noexcept { m_entries.clear(); }
    /// Adds the mass that one unit gives to a token >= 0. A unit holds a token once.
    void add(std::int64_t token, float mass) { m_entries.emplace_back(token, mass); }
    /// Sets `sums` to those of the tokens, by ascending token. The masses of a token are added in ascending order, so
    /// that the bits do not depend on the order of units or slots.
    void sumTo(std::vector<float>& sums);

 private:
    std::vector<std::pair<std::int64_t, float>> m_entries;
    // A token has a bit; its masses lie behind those of the tokens before it.
    std::vector<std::uint64_t> m_present;
    std::vector<std::uint32_t> m_place;  ///< by token, where its bit is set: end of its masses so far
    std::vector<float> m_masses;
};

}  // namespace kvw
