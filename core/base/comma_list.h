// SPDX-License-Identifier: Apache-2.0
/// Splits, joins and extends lists of words, and removes blanks.
#pragma once

#include <algorithm>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace kvw {

/// Returns the text without the characters of `blanks` at its ends.
[[nodiscard]] std::string_view trimmed(std::string_view text, std::string_view blanks = " \t\r\n");

/// Returns the parts between the separators, empty ones too: at least one.
[[nodiscard]] std::vector<std::string> splitAt(std::string_view text, char separator);

/// Returns the parts of "a, b" without the blanks around them; empty parts are left out.
[[nodiscard]] std::vector<std::string> commaList(std::string_view text);

/// Returns what `text` makes of each, with the separator between them, but not behind an empty beginning.
template <class Range, class Text = std::identity>
[[nodiscard]] std::string joined(const Range& range, std::string_view separator = ", ", Text text = {}) {
    std::string all;
    for (const auto& each : range) {
        all += all.empty() ? std::string_view() : separator;
        all += std::invoke(text, each);
    }
    return all;
}

/// Appends a value to a list that does not have it.
template <class Value>
void addOnce(std::vector<Value>& values, const Value& value) {
    if (std::ranges::find(values, value) == values.end()) {
        values.push_back(value);
    }
}

}  // namespace kvw
