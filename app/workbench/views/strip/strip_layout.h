// SPDX-License-Identifier: GPL-3.0-or-later
/// Breaks a long row of boxes into lines: the geometry of the token strip, without painting.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/trace/columns.h"

namespace kvw::wb {

/// Boxes are appended while a run generates tokens; the cost is proportional to their number. A new width breaks all
/// lines again (100 000 boxes in about a millisecond). Thread: GUI thread.
class StripLayout {
 public:
    void clear();
    /// Sets the line width in pixels; breaks all lines again if it changed.
    void setWidth(int width);
    /// Appends a box of `width` pixels; `endsLine`: the next one starts a line (a token that ends with a line feed).
    void append(int width, bool endsLine);

    [[nodiscard]] std::int64_t count() const noexcept { return static_cast<std::int64_t>(m_boxes->size()); }
    [[nodiscard]] std::int64_t lines() const noexcept { return static_cast<std::int64_t>(m_firstOfLine.size()); }
    /// The boxes of a line are [firstOf, lastOf).
    [[nodiscard]] std::int64_t firstOf(std::int64_t line) const;
    [[nodiscard]] std::int64_t lastOf(std::int64_t line) const { return firstOf(line + 1); }
    [[nodiscard]] std::int64_t lineOf(std::int64_t box) const;
    [[nodiscard]] int left(std::int64_t box) const { return (*m_boxes)[static_cast<std::size_t>(box)].left; }
    [[nodiscard]] int width(std::int64_t box) const { return (*m_boxes)[static_cast<std::size_t>(box)].width; }
    /// Returns the box at pixel `x` of a line, or -1.
    [[nodiscard]] std::int64_t boxAt(std::int64_t line, int x) const;

 private:
    struct Box {
        int left = 0, width = 0;
        bool endsLine = false;
    };
    void place(Box& box, std::int64_t index);

    int m_width = 1, m_cursor = 0;
    bool m_newLine = true;
    using Boxes = trace::AppendColumn<Box>;
    std::unique_ptr<Boxes> m_boxes = std::make_unique<Boxes>();
    std::vector<std::int64_t> m_firstOfLine;
};

}  // namespace kvw::wb
