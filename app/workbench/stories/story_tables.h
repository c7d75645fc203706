// SPDX-License-Identifier: GPL-3.0-or-later
/// How large the tables of a page may become: a few bytes of Markdown are a cell, which is laid out like a page.
#pragma once

#include <algorithm>
#include <string_view>

#include "app/workbench/stories/story_lines.h"

namespace kvw::wb {

/// Counts too many rather than too few: lines up to an empty one are the rows of one table if there is a | in any of
/// them, also in code, since what is code to a reader need not be code to Markdown.
class StoryTables {
 public:
    /// The next line of the page's text. Errors: the table is too wide, or all are too large.
    Result<void> take(std::string_view line, const StoryPlace& place) {
        const auto bars = static_cast<std::size_t>(std::count(line.begin(), line.end(), '|'));
        if (bars > StoryLimits::kBars) {
            return place.wrong("the table is too wide", std::to_string(bars) + " times |",
                               "at most " + std::to_string(StoryLimits::kBars) + " in a line");
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
                               "at most " + std::to_string(StoryLimits::kCells) + " cells");
        }
        return {};
    }

 private:
    [[nodiscard]] std::size_t cells() const { return m_bars == 0 ? 0 : m_lines * (m_bars + 1); }

    std::size_t m_cells = 0;              ///< of the tables that have ended
    std::size_t m_lines = 0, m_bars = 0;  ///< since the last empty line; most of one of them
};

}  // namespace kvw::wb
