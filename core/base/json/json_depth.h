// SPDX-License-Identifier: Apache-2.0
/// Detects JSON that is nested too deeply to be read safely.
#pragma once

#include <cstddef>
#include <string_view>

namespace kvw {

/// Reading, printing and comparing JSON recurses once per level, so files nested deeper than this are refused unread.
constexpr std::size_t kDeepestJson = 100;

/// Returns true if brackets outside strings are nested deeper than kDeepestJson. For text that is not JSON the result
/// has no meaning, but the call is safe.
[[nodiscard]] constexpr bool isTooDeepJson(std::string_view text) noexcept {
    std::size_t depth = 0;
    bool quoted = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (quoted) {
            i += c == '\\' ? 1 : 0;
            quoted = c != '"';
        } else if (c == '"') {
            quoted = true;
        } else if (c == '[' || c == '{') {
            if (++depth > kDeepestJson) {
                return true;
            }
        } else if ((c == ']' || c == '}') && depth > 0) {
            --depth;
        }
    }
    return false;
}

}  // namespace kvw
