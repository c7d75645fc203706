// SPDX-License-Identifier: Apache-2.0
/// How a lane prunes from a token on: the words of a change "prune=WORD@STEP". Lanes that differ in it alone take a
/// prune event apart (spike.h).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

namespace kvw {

/// All but On: the policy is asked as before, but after that one token nothing that it evicts leaves.
enum class Pruning : std::uint8_t {
    On,          ///< as the policy says
    Once,        ///< what it evicts after the token leaves, and what is held gets the ranks that are left
    EvictOnly,   ///< what it evicts after the token leaves; keys and queries keep the phases that they had
    PhasesOnly,  ///< nothing leaves; keys and queries get the phases that they would have behind the eviction
    Off,         ///< nothing leaves, and no phase changes
};

/// On has no word: a lane prunes unless it is told otherwise.
inline constexpr std::array<std::pair<Pruning, std::string_view>, 4> kPruningWords{
    {{Pruning::Once, "once"},
     {Pruning::EvictOnly, "evict-only"},
     {Pruning::PhasesOnly, "phases-only"},
     {Pruning::Off, "off"}}};

[[nodiscard]] constexpr std::optional<Pruning> pruningNamed(std::string_view word) {
    for (const auto& [pruning, name] : kPruningWords) {
        if (name == word) {
            return pruning;
        }
    }
    return std::nullopt;
}

}  // namespace kvw
