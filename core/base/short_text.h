// SPDX-License-Identifier: Apache-2.0
/// Shortens texts for sentences and labels without cutting a UTF-8 character.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace kvw {

/// Returns the beginning of a text, at most `most` bytes: a character that does not fit is left out. Bytes that are not
/// UTF-8 are cut anywhere.
[[nodiscard]] inline std::string_view beginningOf(std::string_view text, std::size_t most) noexcept {
    constexpr std::size_t kMostBack = 3;  // a character has at most 4 bytes
    const auto within = [&](std::size_t at) { return (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U; };
    std::size_t end = most;
    while (end < text.size() && end > 0 && most - end < kMostBack && within(end)) {
        --end;
    }
    return text.substr(0, end < text.size() && within(end) ? most : end);
}

/// Returns the text, or its beginning and "..." if it has more than `most` bytes; at most `most` bytes.
[[nodiscard]] inline std::string shortText(std::string_view text, std::size_t most) {
    return text.size() <= most ? std::string(text) : std::string(beginningOf(text, most - 3)) + "...";
}

}  // namespace kvw
