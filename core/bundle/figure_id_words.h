// SPDX-License-Identifier: Apache-2.0
/// Reads the id of a figure: a name, and words behind it that say what of it is drawn ("cache-map-age-step-512").
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/bundle/figure_range.h"

namespace kvw::figures {

/// "-of-40-44-50-50" for tokens 40 to 44 and 50, in any order; empty for none.
[[nodiscard]] std::string runsId(const char* word, std::span<const std::int32_t> tokens);

/// "0p75" for 0.75: ids are names of files and have no points. The value comes back exactly.
[[nodiscard]] std::string numberId(double value);

/// Words are taken one after the other; what does not fit makes the whole id one that is not known.
class IdWords {
 public:
    /// `id` outlives this.
    IdWords(std::string_view id, std::string_view name);

    /// The id has that name.
    [[nodiscard]] bool named() const noexcept { return m_named; }
    /// There is another word, and all before were taken.
    [[nodiscard]] bool more() const noexcept { return m_named && !m_broken && !m_rest.empty(); }
    /// All were taken.
    [[nodiscard]] bool known() const noexcept { return m_named && !m_broken && m_rest.empty(); }

    /// "age", "by-slot": takes them if they come next.
    [[nodiscard]] bool take(std::string_view words);
    /// The number that comes next, below `end`.
    [[nodiscard]] std::int32_t number(std::int64_t end);
    /// "100-300": both below `end`, the first no larger.
    [[nodiscard]] Range range(std::int64_t end);
    /// "0-2-3": as many as there are, rising, each below `end`; at least one.
    [[nodiscard]] std::vector<std::int32_t> numbers(std::int64_t end);
    /// "40-44-50-50": 40 to 44 and 50, as `runsId` writes them; rising, all below `end`.
    [[nodiscard]] std::vector<std::int32_t> runs(std::int64_t end);
    /// "0p75" for 0.75, as `numberId` writes it: finite and above 0.
    [[nodiscard]] double positive();
    void refuse() noexcept { m_broken = true; }  ///< the next word is none of this figure's

 private:
    [[nodiscard]] bool digitNext() const noexcept;

    std::string_view m_rest;  ///< begins with "-", or is empty
    bool m_named = false, m_broken = false;
};

}  // namespace kvw::figures
