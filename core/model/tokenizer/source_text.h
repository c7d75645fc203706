// SPDX-License-Identifier: Apache-2.0
/// Text that is cut and rewritten on its way to tokens, with a mapping back to the original bytes.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/tokenizer/tokenizer.h"

namespace kvw {

/// List of the edits that turned an old text into a new one; the text between two edits is the same in both.
class Alignment {
 public:
    /// Bytes [begin, end) of the new text replace [oldBegin, oldEnd) of the old one; whole characters.
    struct Edit {
        std::size_t begin = 0, end = 0, oldBegin = 0, oldEnd = 0;
    };
    /// Appends an edit; edits must be added in the order of the text.
    void add(const Edit& edit) { m_edits.push_back(edit); }
    /// Returns the old bytes of [begin, end) of the new text, not empty. Takes constant time if calls follow the text.
    [[nodiscard]] ByteRange toOld(std::size_t begin, std::size_t end);

 private:
    /// Returns the last edit that begins at `at` or before; null for none.
    [[nodiscard]] const Edit* editBefore(std::size_t at);

    std::vector<Edit> m_edits;
    std::size_t m_near = 0;  ///< number of edits that begin before the place of the last call
};

/// Text with its earlier versions. Thread: one at a time. A part must not outlive the whole text, which must not change
/// meanwhile.
class SourceText {
 public:
    explicit SourceText(std::string_view text) : m_text(text) {}
    /// Makes a part: bytes [begin, end) of another text.
    SourceText(SourceText& whole, std::size_t begin, std::size_t end)
        : m_whole(&whole), m_begin(begin), m_text(whole.view().substr(begin, end - begin)) {}
    SourceText(const SourceText&) = delete;
    SourceText& operator=(const SourceText&) = delete;

    [[nodiscard]] std::string_view view() const noexcept {
        return m_versions.empty() ? m_text : m_versions.back().text;
    }
    /// Replaces the text by `text`; `alignment` maps it back.
    void change(std::string text, Alignment alignment) {
        if (!m_versions.empty()) {
            m_versions.back().text = {};  // only its alignment is needed
        }
        m_versions.push_back({std::move(text), std::move(alignment)});
    }
    /// Returns the bytes of the original text that [begin, end) of `view()`, not empty, stands for, rounded to whole
    /// characters.
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
