// SPDX-License-Identifier: Apache-2.0
// Source: Unicode 15, sections 3.10 (encoding schemes) and 23.8 (the mark).
#include "core/model/text/text_encoding.h"

#include <cstdint>

#include "core/base/utf8.h"

namespace kvw {
namespace {

struct Scheme {
    const char* name;
    std::string_view mark;
    std::size_t unit;
    bool bigEndian;
};

/// Encodings, longer marks first: the little-endian mark of UTF-32 begins with that of UTF-16.
constexpr Scheme kSchemes[] = {{"UTF-32", {"\xFF\xFE\0\0", 4}, 4, false},
                               {"UTF-32", {"\0\0\xFE\xFF", 4}, 4, true},
                               {"UTF-16", "\xFF\xFE", 2, false},
                               {"UTF-16", "\xFE\xFF", 2, true}};

std::uint32_t unitAt(std::string_view bytes, std::size_t at, const Scheme& scheme) {
    std::uint32_t unit = 0;
    for (std::size_t i = 0; i < scheme.unit; ++i) {
        unit = unit << 8U | static_cast<unsigned char>(bytes[at + (scheme.bigEndian ? i : scheme.unit - 1 - i)]);
    }
    return unit;
}

bool isHigh(std::uint32_t unit) {
    return unit >= 0xD800 && unit < 0xDC00;
}
bool isLow(std::uint32_t unit) {
    return unit >= 0xDC00 && unit < 0xE000;
}

Result<std::string> decoded(std::string_view bytes, const Scheme& scheme, const std::string& where, bool whole) {
    std::string text;
    text.reserve(bytes.size());
    for (std::size_t at = scheme.mark.size(); at < bytes.size();) {
        const std::size_t left = bytes.size() - at;
        std::uint32_t point = left >= scheme.unit ? unitAt(bytes, at, scheme) : 0xD800;
        std::size_t length = scheme.unit;
        if (scheme.unit == 2 && isHigh(point) && left >= 4 && isLow(unitAt(bytes, at + 2, scheme))) {
            point = 0x10000 + ((point - 0xD800) << 10U) + (unitAt(bytes, at + 2, scheme) - 0xDC00);
            length = 4;
        }
        if (isHigh(point) || isLow(point) || point > 0x10FFFF) {
            if (!whole && left < 4) {
                break;
            }
            return fail(Code::BadInput, where, phrase("the file begins with the mark of %1, but is not", scheme.name),
                        phrase("no character at byte %1", at), phrase("%1 or UTF-8", scheme.name));
        }
        appendUtf8(text, point);
        at += length;
    }
    return text;
}

}  // namespace

Result<std::string> textWithoutMark(std::string bytes, const std::string& where, bool whole) {
    for (const Scheme& scheme : kSchemes) {
        if (bytes.starts_with(scheme.mark)) {
            return decoded(bytes, scheme, where, whole);
        }
    }
    if (bytes.starts_with(kUtf8Mark)) {
        bytes.erase(0, kUtf8Mark.size());
    }
    return bytes;
}

}  // namespace kvw
