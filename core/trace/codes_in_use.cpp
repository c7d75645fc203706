// SPDX-License-Identifier: Apache-2.0
#include "core/trace/codes_in_use.h"

#include <fmt/format.h>

#include <string>

#include "core/base/parse_number.h"

namespace kvw {
namespace {

constexpr const char* kCodesInUse = "codes-in-use";

template <class Number>
bool readNumber(const std::string& text, Number& number) {
    const auto read = parsedNumber<Number>(text);
    number = read.value_or(number);
    return read.has_value();
}

}  // namespace

Finding codesNote(const CodesInUse& codes) {
    return finding(kCodesInUse, codes.bits, fmt::format("{}", codes.keyBits), fmt::format("{}", codes.valueBits),
                   codes.whole);
}

std::optional<CodesInUse> codesInUse(std::span<const Finding> notes) {
    for (const Finding& note : notes) {
        CodesInUse codes;
        const auto& given = note.parts;
        if (note.code == kCodesInUse && given.size() == 4 && readNumber(given[0].words, codes.bits) &&
            readNumber(given[1].words, codes.keyBits) && readNumber(given[2].words, codes.valueBits) &&
            readNumber(given[3].words, codes.whole) && codes.bits > 0) {
            return codes;
        }
    }
    return std::nullopt;
}

}  // namespace kvw
