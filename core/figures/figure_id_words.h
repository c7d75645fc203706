// SPDX-License-Identifier: Apache-2.0
/// Parser of figure ids: a name, followed by words that say what of it is drawn ("cache-map-age-step-512").
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/figures/figure_range.h"

namespace kvw::figures {

/// Returns "-of-40-44-50-50" for tokens 40 to 44 and 50, which may come in any order; empty: no tokens.
[[nodiscard]] std::string runsId(const char* word, std::span<const std::int32_t> tokens);

/// Returns "0p75" for 0.75: ids are file names and contain no points. IdWords::positive reads the exact value back.
[[nodiscard]] std::string numberId(double value);

/// Takes the words of an id one after the other; one that does not fit makes the whole id unknown.
class IdWords {
 public:
    /// `id` outlives this.
    IdWords(std::string_view id, std::string_view name);

    /// Returns whether the id has that name.
    [[nodiscard]] bool named() const noexcept { return m_named; }
    /// Returns whether another word follows and all before it were taken.
    [[nodiscard]] bool more() const noexcept { return m_named && !m_broken && !m_rest.empty(); }
    /// Returns whether the id has that name and all words were taken.
    [[nodiscard]] bool known() const noexcept { return m_named && !m_broken && m_rest.empty(); }

    /// Takes `words` ("age", "by-slot") if they come next.
    [[nodiscard]] bool take(std::string_view words);
    /// Takes the next number, which must be below `end`.
    [[nodiscard]] std::int32_t number(std::int64_t end);
    /// Takes a range "100-300": both numbers below `end`, the first not above the second.
    [[nodiscard]] Range range(std::int64_t end);
    /// Takes numbers "0-2-3": at least one, as many as follow, ascending, each below `end`.
    [[nodiscard]] std::vector<std::int32_t> numbers(std::int64_t end);
    /// Takes runs "40-44-50-50" (40 to 44 and 50), as `runsId` writes them: ascending, all below `end`.
    [[nodiscard]] std::vector<std::int32_t> runs(std::int64_t end);
    /// Takes a number "0p75" (0.75), as `numberId` writes it: finite and above 0.
    [[nodiscard]] double positive();
    void refuse() noexcept { m_broken = true; }  ///< makes the id unknown: this figure has no such word

 private:
    [[nodiscard]] bool digitNext() const noexcept;

    std::string_view m_rest;  ///< begins with "-", or is empty
    bool m_named = false, m_broken = false;
};

}  // namespace kvw::figures
