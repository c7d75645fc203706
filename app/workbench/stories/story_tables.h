// SPDX-License-Identifier: GPL-3.0-or-later
/// Limits the size of the tables of a page: a few bytes of Markdown make a cell, whose layout is as expensive as a
/// page's.
#pragma once

#include <algorithm>
#include <string_view>

#include "app/workbench/stories/story_lines.h"

namespace kvw::wb {

/// Counts too many cells rather than too few: all lines up to an empty one are rows of one table if any of them has a
/// |, even in code, since parsers disagree on what is code.
class StoryTables {
 public:
    /// Adds the next line of the page's text. Errors: the table is too wide, or all tables together are too large.
    Result<void> take(std::string_view line, const StoryPlace& place) {
        const auto bars = static_cast<std::size_t>(std::count(line.begin(), line.end(), '|'));
        if (bars > StoryLimits::kBars) {
            return place.wrong("the table is too wide", phrase("%1 times |", bars),
                               phrase("at most %1 in a line", StoryLimits::kBars));
        }
        if (trimmed(line).empty()) {
            m_cells += cells();
            m_lines = m_bars = 0;
            return {};
        }
        ++m_lines;
        m_bars = std::max(m_bars, bars);
        if (m_cells + cells() > StoryLimits::kCells) {
            return place.wrong("the tables of the page are too large", {},
                               phrase("at most %1 cells", StoryLimits::kCells));
        }
        return {};
    }

 private:
    [[nodiscard]] std::size_t cells() const { return m_bars == 0 ? 0 : m_lines * (m_bars + 1); }

    std::size_t m_cells = 0;              ///< of completed tables
    std::size_t m_lines = 0, m_bars = 0;  ///< since the last empty line; `m_bars`: maximum per line
};

}  // namespace kvw::wb
