// SPDX-License-Identifier: Apache-2.0
#include "core/base/visible_text.h"

#include <fmt/format.h>

#include <cstdint>

#include "core/base/utf8.h"

namespace kvw {
namespace {

bool steers(char32_t point) {
    const auto within = [point](char32_t first, char32_t last) { return point >= first && point <= last; };
    return within(0x80, 0x9F) || point == 0x61C || within(0x200E, 0x200F) || within(0x2028, 0x202E) ||
           within(0x2066, 0x2069) || point == 0xFEFF || within(0xFFF9, 0xFFFB) || within(0xE0000, 0xE007F);
}

std::string visible(std::string_view text, bool oneLine) {
    std::string out;
    out.reserve(text.size());
    while (!text.empty()) {
        const Utf8Step sign = nextUtf8(text, 0);
        const std::uint32_t point = sign.valid ? sign.codePoint : static_cast<unsigned char>(text.front());
        if (!sign.valid) {
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
            out += text.substr(0, sign.length);
        }
        text.remove_prefix(sign.valid ? sign.length : 1);
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
