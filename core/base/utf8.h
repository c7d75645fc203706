// SPDX-License-Identifier: Apache-2.0
/// Decodes UTF-8 one sequence at a time; ill-formed bytes are replaced as Unicode 15 section 3.9 (maximal subparts) and
/// W3C recommend.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace kvw {

inline constexpr char32_t kReplacement = 0xFFFD;
inline constexpr std::string_view kReplacementUtf8 = "\xEF\xBF\xBD";

struct Utf8Step {
    std::size_t length = 0;  ///< bytes of the sequence, or of the ill-formed part that one U+FFFD replaces; at least 1
    char32_t codePoint = 0;
    bool valid = false;
    bool truncated = false;  ///< ill-formed only because the text ends
};

/// Decodes the sequence at `at`, which must be inside `text`.
[[nodiscard]] Utf8Step nextUtf8(std::string_view text, std::size_t at) noexcept;
/// Returns `text` with U+FFFD for each ill-formed part.
[[nodiscard]] std::string lossyUtf8(std::string_view text);
/// Appends the sequence of a code point.
void appendUtf8(std::string& text, char32_t point);
/// Tells whether `byte` continues a sequence.
[[nodiscard]] constexpr bool isContinuation(char byte) noexcept {
    return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

}  // namespace kvw
