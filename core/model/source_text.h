// SPDX-License-Identifier: Apache-2.0
/// Text that is cut and rewritten on its way to tokens, and the way back to the bytes it was made from.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/tokenizer.h"

namespace kvw {

/// How a text differs from the one it was made from: what lies between two edits is the same in both.
class Alignment {
 public:
    /// Bytes [begin, end) of the new text stand for [oldBegin, oldEnd) of the old one; whole characters.
    struct Edit {
        std::size_t begin = 0, end = 0, oldBegin = 0, oldEnd = 0;
    };
    /// Edits come in the order of the text.
    void add(const Edit& edit) { m_edits.push_back(edit); }
    /// What [begin, end) of the new text, not empty, stands for. Constant time while requests follow the text.
    [[nodiscard]] ByteRange toOld(std::size_t begin, std::size_t end);

 private:
    /// The last edit that begins at `at` or before; null for none.
    [[nodiscard]] const Edit* editBefore(std::size_t at);

    std::vector<Edit> m_edits;
    std::size_t m_near = 0;  ///< number of edits before the last place asked for
};

/// Thread: one at a time. A part must not outlive the text it is a part of, which must not change meanwhile.
class SourceText {
 public:
    explicit SourceText(std::string_view text) : m_text(text) {}
    /// Bytes [begin, end) of another text.
    SourceText(SourceText& whole, std::size_t begin, std::size_t end)
        : m_whole(&whole), m_begin(begin), m_text(whole.view().substr(begin, end - begin)) {}
    SourceText(const SourceText&) = delete;
    SourceText& operator=(const SourceText&) = delete;

    [[nodiscard]] std::string_view view() const noexcept {
        return m_versions.empty() ? m_text : m_versions.back().text;
    }
    /// The text becomes `text`.
    void change(std::string text, Alignment alignment) {
        if (!m_versions.empty()) {
            m_versions.back().text = {};  // only the way back is needed
        }
        m_versions.push_back({std::move(text), std::move(alignment)});
    }
    /// Bytes of the first text of all behind [begin, end) of `view()`, which is not empty, rounded to whole characters.
    [[nodiscard]] ByteRange original(std::size_t begin, std::size_t end);

 private:
    struct Version {
        std::string text;
        Alignment alignment;
    };
    SourceText* m_whole = nullptr;
    std::size_t m_begin = 0;
    std::string_view m_text;
    std::vector<Version> m_versions;
};

}  // namespace kvw
