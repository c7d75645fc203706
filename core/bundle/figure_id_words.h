// SPDX-License-Identifier: Apache-2.0
/// Reads the id of a figure: a name, and words behind it that say what of it is drawn ("cache-map-age-step-512").
#pragma once

#include <cstdint>
#include <string_view>

#include "core/bundle/figure_range.h"

namespace kvw::figures {

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
    void refuse() noexcept { m_broken = true; }  ///< the next word is none of this figure's

 private:
    std::string_view m_rest;  ///< begins with "-", or is empty
    bool m_named = false, m_broken = false;
};

}  // namespace kvw::figures
