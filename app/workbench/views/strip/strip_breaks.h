// SPDX-License-Identifier: GPL-3.0-or-later
/// Says where the token strip may, or must, begin a line.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>

namespace kvw::wb {

/// Place before a token: inside a word, where a line may end, where a line begins, where a paragraph begins.
enum class StripBreak : std::uint8_t { None, Word, Line, Paragraph };

/// Reads a text token by token. What it says of a token depends on the text before it and on its own bytes, so a text
/// may grow.
class StripBreaks {
 public:
    /// `asWritten`: each line feed ends a line. Otherwise a single one is a space, since texts are often wrapped by
    /// hand; a blank line ends a paragraph.
    explicit StripBreaks(bool asWritten = false) : m_asWritten(asWritten) {}

    /// Takes the next token and returns what may begin with it.
    StripBreak next(std::string_view token) {
        const StripBreak found = before(token);
        m_letters = found == StripBreak::None ? m_letters + token.size() : token.size();
        const bool blank = isBlank(token);
        const auto feeds = static_cast<std::int64_t>(std::count(token.begin(), token.end(), '\n'));
        if (blank && !m_asWritten) {
            m_feeds += feeds;
        } else if (!token.empty()) {
            const auto last = token.find_last_not_of(kBlanks);
            const std::string_view tail = last == std::string_view::npos ? token : token.substr(last + 1);
            m_feeds = static_cast<std::int64_t>(std::count(tail.begin(), tail.end(), '\n'));
        }
        if (!token.empty()) {
            m_last = token.back();
            m_wide = endsWide(token);
        }
        m_first = false;
        return found;
    }

    /// Returns whether all of the token is white space, and there is some.
    [[nodiscard]] static bool isBlank(std::string_view token) {
        return !token.empty() && token.find_first_not_of(kBlanks) == std::string_view::npos;
    }

 private:
    static constexpr std::string_view kBlanks = " \t\r\n";
    static constexpr std::size_t kLongest = 64;  ///< bytes of a word; what is longer may be broken

    [[nodiscard]] StripBreak before(std::string_view token) const {
        if (m_first) {
            return StripBreak::Line;
        }
        if (m_asWritten && m_last == '\n') {
            return m_feeds > 1 ? StripBreak::Paragraph : StripBreak::Line;
        }
        if (!m_asWritten && m_feeds > 1 && !token.empty() && !isBlank(token)) {
            return StripBreak::Paragraph;
        }
        const bool apart =
            isWhite(m_last) || (!token.empty() && (isWhite(token.front()) || m_wide || isWide(token.front())));
        return apart || m_letters + token.size() > kLongest ? StripBreak::Word : StripBreak::None;
    }

    static bool isWhite(char byte) { return kBlanks.find(byte) != std::string_view::npos; }
    /// Returns whether a character that begins with this byte is ideographic or a kana: lines break beside it.
    static bool isWide(char lead) {
        const auto byte = static_cast<unsigned char>(lead);
        return byte >= 0xe3 && byte <= 0xe9;
    }
    static bool endsWide(std::string_view token) {
        constexpr std::size_t kBytes = 3;
        return token.size() >= kBytes && isWide(token[token.size() - kBytes]);
    }

    bool m_asWritten, m_first = true, m_wide = false;
    char m_last = 0;
    std::int64_t m_feeds = 0;   ///< in the white space that ends the text; as written: that ends the last token
    std::size_t m_letters = 0;  ///< bytes of the last word
};

}  // namespace kvw::wb
