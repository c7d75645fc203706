// SPDX-License-Identifier: Apache-2.0
#include "core/trace/codes_in_use.h"

#include <fmt/format.h>

#include <charconv>
#include <string_view>

namespace kvw {
namespace {

constexpr std::string_view kBegin = "codes of ", kKeys = " bits, with scales ", kValues = " for keys and ",
                           kWhole = " for values; the newest ", kEnd = " tokens whole";

/// Removes `word` and the number after it from the front of `text`.
template <class Number>
bool takeNumber(std::string_view& text, std::string_view word, Number& number) {
    if (!text.starts_with(word)) {
        return false;
    }
    text.remove_prefix(word.size());
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc()) {
        return false;
    }
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return true;
}

}  // namespace

std::string codesNote(const CodesInUse& codes) {
    return fmt::format("{}{}{}{}{}{}{}{}{}", kBegin, codes.bits, kKeys, codes.keyBits, kValues, codes.valueBits, kWhole,
                       codes.whole, kEnd);
}

std::optional<CodesInUse> codesInUse(std::span<const std::string> notes) {
    for (std::string_view note : notes) {
        CodesInUse codes;
        const bool read = takeNumber(note, kBegin, codes.bits) && takeNumber(note, kKeys, codes.keyBits) &&
                          takeNumber(note, kValues, codes.valueBits) && takeNumber(note, kWhole, codes.whole) &&
                          note == kEnd;
        if (read && codes.bits > 0) {
            return codes;
        }
    }
    return std::nullopt;
}

}  // namespace kvw
