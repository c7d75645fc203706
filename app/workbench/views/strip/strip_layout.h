// SPDX-License-Identifier: GPL-3.0-or-later
/// Breaks a long row of boxes into lines: the geometry of the token strip, without painting.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/trace/columns.h"

namespace kvw::wb {

/// Boxes are appended while a run generates tokens; the cost is proportional to their number. A new width breaks all
/// lines again (100 000 boxes in about a millisecond). Thread: GUI thread.
class StripLayout {
 public:
    void clear() {
        m_boxes = std::make_unique<Boxes>();
        m_firstOfLine.clear();
        m_cursor = 0;
        m_newLine = true;
    }
    /// Sets the line width in pixels; breaks all lines again if it changed.
    void setWidth(int width) {
        if (width == m_width) {
            return;
        }
        m_width = width;
        m_firstOfLine.clear();
        m_newLine = true;
        for (std::size_t i = 0; i < m_boxes->size(); ++i) {
            place(m_boxes->at(i), static_cast<std::int64_t>(i));
        }
    }

    /// Appends a box of `width` pixels; `endsLine`: the next one starts a line (a token that ends with a line feed).
    void append(int width, bool endsLine) {
        Box box{0, width, endsLine};
        place(box, count());
        m_boxes->append(box);
    }

    [[nodiscard]] std::int64_t count() const noexcept { return static_cast<std::int64_t>(m_boxes->size()); }
    [[nodiscard]] std::int64_t lines() const noexcept { return static_cast<std::int64_t>(m_firstOfLine.size()); }
    /// The boxes of a line are [firstOf, lastOf).
    [[nodiscard]] std::int64_t firstOf(std::int64_t line) const {
        return line < lines() ? m_firstOfLine[static_cast<std::size_t>(line)] : count();
    }
    [[nodiscard]] std::int64_t lastOf(std::int64_t line) const { return firstOf(line + 1); }
    [[nodiscard]] std::int64_t lineOf(std::int64_t box) const {
        const auto after = std::upper_bound(m_firstOfLine.begin(), m_firstOfLine.end(), box);
        return after - m_firstOfLine.begin() - 1;
    }
    [[nodiscard]] int left(std::int64_t box) const { return (*m_boxes)[static_cast<std::size_t>(box)].left; }
    [[nodiscard]] int width(std::int64_t box) const { return (*m_boxes)[static_cast<std::size_t>(box)].width; }
    /// Returns the box at pixel `x` of a line, or -1.
    [[nodiscard]] std::int64_t boxAt(std::int64_t line, int x) const {
        if (line < 0 || line >= lines() || x < 0) {
            return -1;
        }
        for (std::int64_t box = firstOf(line); box < lastOf(line); ++box) {
            if (x < left(box) + width(box)) {
                return box;
            }
        }
        return -1;
    }

 private:
    struct Box {
        int left = 0, width = 0;
        bool endsLine = false;
    };
    void place(Box& box, std::int64_t index) {
        if (m_newLine || m_cursor + box.width > m_width) {
            m_firstOfLine.push_back(index);
            m_cursor = 0;
        }
        box.left = m_cursor;
        m_cursor += box.width;
        m_newLine = box.endsLine;
    }

    int m_width = 1, m_cursor = 0;
    bool m_newLine = true;
    using Boxes = trace::AppendColumn<Box>;
    std::unique_ptr<Boxes> m_boxes = std::make_unique<Boxes>();
    std::vector<std::int64_t> m_firstOfLine;
};

}  // namespace kvw::wb
