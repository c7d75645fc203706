// SPDX-License-Identifier: GPL-3.0-or-later
/// Breaks a long row of boxes into lines: the geometry of the token strip, without painting.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "app/workbench/views/strip/strip_breaks.h"
#include "core/trace/columns.h"

namespace kvw::wb {

/// Boxes are appended while a run generates tokens; the cost is proportional to their number. A new width breaks all
/// lines again (100 000 boxes in about a millisecond). Where a box stands in its line is not its business: StripLine
/// knows that of the few lines that are painted. Thread: GUI thread.
class StripLayout {
 public:
    void clear() {
        m_boxes = std::make_unique<Boxes>();
        m_firstOfLine.clear();
        m_cursor = m_beforeWord = 0;
        m_word = 0;
    }
    /// Sets the line width in pixels; breaks all lines again if it changed, and returns whether it did.
    bool setWidth(int width) {
        if (width == m_width) {
            return false;
        }
        m_width = width;
        m_firstOfLine.clear();
        m_cursor = m_beforeWord = 0;
        m_word = 0;
        for (std::size_t i = 0; i < m_boxes->size(); ++i) {
            place(m_boxes->at(i), static_cast<std::int64_t>(i));
        }
        return true;
    }

    /// Appends a box of `width` pixels. `before`: what may, or must, begin with it. `hangs`: white space, which may
    /// reach beyond the end of a line. Returns the first line that changed.
    std::int64_t append(float width, StripBreak before, bool hangs = false) {
        const std::int64_t changed = std::max<std::int64_t>(0, lines() - 1);
        const Box box{width, before, hangs};
        place(box, count());
        m_boxes->append(box);
        return changed;
    }

    [[nodiscard]] std::int64_t count() const noexcept { return static_cast<std::int64_t>(m_boxes->size()); }
    [[nodiscard]] std::int64_t lines() const noexcept { return static_cast<std::int64_t>(m_firstOfLine.size()); }
    /// The boxes of a line are [firstOf, lastOf); a line between paragraphs has none.
    [[nodiscard]] std::int64_t firstOf(std::int64_t line) const {
        return line < lines() ? m_firstOfLine[static_cast<std::size_t>(line)] : count();
    }
    [[nodiscard]] std::int64_t lastOf(std::int64_t line) const { return firstOf(line + 1); }
    [[nodiscard]] std::int64_t lineOf(std::int64_t box) const {
        const auto after = std::upper_bound(m_firstOfLine.begin(), m_firstOfLine.end(), box);
        return after - m_firstOfLine.begin() - 1;
    }

 private:
    struct Box {
        float width = 0;
        StripBreak before = StripBreak::None;
        bool hangs = false;
    };
    void place(const Box& box, std::int64_t index) {
        if (box.before != StripBreak::None || index == 0) {
            m_word = index;
            m_beforeWord = m_cursor;
        }
        if (index == 0 || box.before >= StripBreak::Line) {
            if (index > 0 && box.before == StripBreak::Paragraph) {
                m_firstOfLine.push_back(index);  // an empty line
            }
            startLine(index);
            m_cursor = m_beforeWord = 0;
        } else if (m_cursor + (box.hangs ? 0 : box.width) > m_width) {
            if (m_word > m_firstOfLine.back()) {  // the word moves to the next line whole
                startLine(m_word);
                m_cursor -= m_beforeWord;
                m_beforeWord = 0;
            }
            if (m_cursor > 0 && m_cursor + box.width > m_width) {  // it is wider than a line
                startLine(index);
                m_word = index;
                m_cursor = m_beforeWord = 0;
            }
        }
        m_cursor += box.width;
    }
    void startLine(std::int64_t first) { m_firstOfLine.push_back(first); }

    int m_width = 1;
    std::int64_t m_word = 0;                ///< first box of the last word
    double m_cursor = 0, m_beforeWord = 0;  ///< ends of the last line and of what stands in it before that word
    using Boxes = trace::AppendColumn<Box>;
    std::unique_ptr<Boxes> m_boxes = std::make_unique<Boxes>();
    std::vector<std::int64_t> m_firstOfLine;
};

}  // namespace kvw::wb
