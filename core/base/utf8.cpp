// SPDX-License-Identifier: Apache-2.0
#include "core/base/utf8.h"

namespace kvw {

Utf8Step nextUtf8(std::string_view text, std::size_t at) noexcept {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned first = byte(at);
    if (first < 0x80) {
        return {1, first, true, false};
    }
    std::size_t length = 0;
    unsigned low = 0x80, high = 0xBF;  // bounds of the second byte: no overlong forms, surrogates or above U+10FFFF
    if (first >= 0xC2 && first <= 0xDF) {
        length = 2;
    } else if (first >= 0xE0 && first <= 0xEF) {
        length = 3;
        low = first == 0xE0 ? 0xA0 : 0x80;
        high = first == 0xED ? 0x9F : 0xBF;
    } else if (first >= 0xF0 && first <= 0xF4) {
        length = 4;
        low = first == 0xF0 ? 0x90 : 0x80;
        high = first == 0xF4 ? 0x8F : 0xBF;
    } else {
        return {1, kReplacement, false, false};
    }
    char32_t point = first & (0xFFU >> (length + 1));
    for (std::size_t i = 1; i < length; ++i) {
        if (at + i >= text.size()) {
            return {i, kReplacement, false, true};
        }
        if (byte(at + i) < low || byte(at + i) > high) {
            return {i, kReplacement, false, false};
        }
        point = point << 6 | (byte(at + i) & 0x3FU);
        low = 0x80;
        high = 0xBF;
    }
    return {length, point, true, false};
}

std::string lossyUtf8(std::string_view text) {
    std::string result;
    result.reserve(text.size());
    for (std::size_t at = 0; at < text.size();) {
        const Utf8Step step = nextUtf8(text, at);
        result += step.valid ? text.substr(at, step.length) : kReplacementUtf8;
        at += step.length;
    }
    return result;
}

void appendUtf8(std::string& text, char32_t point) {
    const auto tail = [&](unsigned shift) { text += static_cast<char>(0x80U | ((point >> shift) & 0x3FU)); };
    if (point < 0x80) {
        text += static_cast<char>(point);
    } else if (point < 0x800) {
        text += static_cast<char>(0xC0U | point >> 6U);
        tail(0);
    } else if (point < 0x10000) {
        text += static_cast<char>(0xE0U | point >> 12U);
        tail(6);
        tail(0);
    } else {
        text += static_cast<char>(0xF0U | point >> 18U);
        tail(12);
        tail(6);
        tail(0);
    }
}

}  // namespace kvw
