// SPDX-License-Identifier: Apache-2.0
#include "core/model/tokenizer/source_text.h"

#include <algorithm>

#include "core/base/utf8.h"

namespace kvw {

const Alignment::Edit* Alignment::editBefore(std::size_t at) {
    const auto after = [&](std::size_t index) { return index < m_edits.size() && m_edits[index].begin <= at; };
    // Tokens come in the order of the text, so the place is usually the last one or a few edits further on.
    constexpr int kNearby = 8;
    int steps = 0;
    while (steps < kNearby && after(m_near)) {
        ++m_near, ++steps;
    }
    const bool tooFar = m_near > 0 && m_edits[m_near - 1].begin > at;
    if (tooFar || after(m_near)) {
        const auto it = std::upper_bound(m_edits.begin(), m_edits.end(), at,
                                         [](std::size_t place, const Edit& edit) { return place < edit.begin; });
        m_near = static_cast<std::size_t>(it - m_edits.begin());
    }
    return m_near > 0 ? &m_edits[m_near - 1] : nullptr;
}

ByteRange Alignment::toOld(std::size_t begin, std::size_t end) {
    std::size_t oldBegin = begin, oldEnd = end;
    if (const Edit* edit = editBefore(begin)) {
        oldBegin = begin < edit->end ? edit->oldBegin : edit->oldEnd + (begin - edit->end);
    }
    if (const Edit* edit = editBefore(end - 1)) {
        oldEnd = end - 1 < edit->end ? edit->oldEnd : edit->oldEnd + (end - edit->end);
    }
    return {static_cast<std::int64_t>(oldBegin), static_cast<std::int64_t>(oldEnd)};
}

ByteRange SourceText::original(std::size_t begin, std::size_t end) {
    const std::string_view text = view();
    while (begin > 0 && isContinuation(text[begin])) {
        --begin;
    }
    while (end < text.size() && isContinuation(text[end])) {
        ++end;
    }
    ByteRange range{static_cast<std::int64_t>(begin), static_cast<std::int64_t>(end)};
    for (SourceText* part = this; part != nullptr; part = part->m_whole) {
        for (auto version = part->m_versions.rbegin(); version != part->m_versions.rend(); ++version) {
            range =
                version->alignment.toOld(static_cast<std::size_t>(range.begin), static_cast<std::size_t>(range.end));
        }
        range.begin += static_cast<std::int64_t>(part->m_begin);
        range.end += static_cast<std::int64_t>(part->m_begin);
    }
    return range;
}

}  // namespace kvw
