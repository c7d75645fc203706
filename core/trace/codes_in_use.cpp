// SPDX-License-Identifier: Apache-2.0
#include "core/trace/codes_in_use.h"

#include <fmt/format.h>

#include <charconv>
#include <string>

namespace kvw {
namespace {

constexpr const char* kCodesInUse = "codes-in-use";

template <class Number>
bool readNumber(const std::string& text, Number& number) {
    const char* last = text.data() + text.size();
    const auto [end, error] = std::from_chars(text.data(), last, number);
    return error == std::errc() && end == last;
}

}  // namespace

Finding codesNote(const CodesInUse& codes) {
    return finding(kCodesInUse, codes.bits, fmt::format("{}", codes.keyBits), fmt::format("{}", codes.valueBits),
                   codes.whole);
}

std::optional<CodesInUse> codesInUse(std::span<const Finding> notes) {
    for (const Finding& note : notes) {
        CodesInUse codes;
        const auto& given = note.arguments;
        if (note.code == kCodesInUse && given.size() == 4 && readNumber(given[0].text, codes.bits) &&
            readNumber(given[1].text, codes.keyBits) && readNumber(given[2].text, codes.valueBits) &&
            readNumber(given[3].text, codes.whole) && codes.bits > 0) {
            return codes;
        }
    }
    return std::nullopt;
}

}  // namespace kvw
