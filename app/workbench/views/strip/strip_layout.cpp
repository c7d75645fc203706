// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/views/strip/strip_layout.h"

#include <algorithm>

namespace kvw::wb {

void StripLayout::clear() {
    m_boxes = std::make_unique<Boxes>();
    m_firstOfLine.clear();
    m_cursor = 0;
    m_newLine = true;
}

void StripLayout::place(Box& box, std::int64_t index) {
    if (m_newLine || m_cursor + box.width > m_width) {
        m_firstOfLine.push_back(index);
        m_cursor = 0;
    }
    box.left = m_cursor;
    m_cursor += box.width;
    m_newLine = box.endsLine;
}

void StripLayout::setWidth(int width) {
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

void StripLayout::append(int width, bool endsLine) {
    Box box{0, width, endsLine};
    place(box, count());
    m_boxes->append(box);
}

std::int64_t StripLayout::firstOf(std::int64_t line) const {
    return line < lines() ? m_firstOfLine[static_cast<std::size_t>(line)] : count();
}

std::int64_t StripLayout::lineOf(std::int64_t box) const {
    const auto after = std::upper_bound(m_firstOfLine.begin(), m_firstOfLine.end(), box);
    return after - m_firstOfLine.begin() - 1;
}

std::int64_t StripLayout::boxAt(std::int64_t line, int x) const {
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

}  // namespace kvw::wb
