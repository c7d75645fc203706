// SPDX-License-Identifier: Apache-2.0
#include "core/base/visible_text.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <utility>

namespace kvw {
namespace {

/// Returns the first code point of the text and its length in bytes; length 0 if it is not UTF-8.
std::pair<std::uint32_t, std::size_t> firstSign(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<std::uint32_t>(static_cast<unsigned char>(text[i])); };
    const std::uint32_t lead = byte(0);
    const std::size_t length = lead < 0x80   ? 1
                               : lead < 0xC2 ? 0
                               : lead < 0xE0 ? 2
                               : lead < 0xF0 ? 3
                               : lead < 0xF5 ? 4
                                             : 0;
    if (length == 1 || length == 0 || length > text.size()) {
        return {lead, length == 1 ? 1 : 0};
    }
    std::uint32_t point = lead & (0x7FU >> length);
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte(i) & 0xC0U) != 0x80U) {
            return {lead, 0};
        }
        point = point << 6U | (byte(i) & 0x3FU);
    }
    constexpr std::uint32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};
    const bool good = point >= kLeast[length] && point <= 0x10FFFF && (point < 0xD800 || point > 0xDFFF);
    return {point, good ? length : 0};
}

bool steers(std::uint32_t point) {
    const auto within = [point](std::uint32_t first, std::uint32_t last) { return point >= first && point <= last; };
    return within(0x80, 0x9F) || point == 0x61C || within(0x200E, 0x200F) || within(0x2028, 0x202E) ||
           within(0x2066, 0x2069) || point == 0xFEFF || within(0xFFF9, 0xFFFB) || within(0xE0000, 0xE007F);
}

std::string visible(std::string_view text, bool oneLine) {
    std::string out;
    out.reserve(text.size());
    while (!text.empty()) {
        const auto [point, length] = firstSign(text);
        if (length == 0) {
            out += fmt::format("\\x{:02x}", point);
        } else if (point == '\n' && oneLine) {
            out += "\\n";
        } else if (point == '\t' && oneLine) {
            out += "\\t";
        } else if ((point < 0x20 && point != '\n' && point != '\t') || point == 0x7F) {
            out += fmt::format("\\x{:02x}", point);
        } else if (steers(point) && point < 0x10000) {
            out += fmt::format("\\u{:04x}", point);
        } else if (steers(point)) {  // a surrogate pair, as in JSON
            out += fmt::format("\\u{:04x}\\u{:04x}", 0xD800 + ((point - 0x10000) >> 10U),
                               0xDC00 + ((point - 0x10000) & 0x3FFU));
        } else {
            out += text.substr(0, length);
        }
        text.remove_prefix(length == 0 ? 1 : length);
    }
    return out;
}

}  // namespace

std::string visibleText(std::string_view text) {
    return visible(text, false);
}

std::string visibleLine(std::string_view text) {
    return visible(text, true);
}

}  // namespace kvw
