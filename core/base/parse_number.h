// SPDX-License-Identifier: Apache-2.0
/// Reads numbers as std::from_chars does: no blanks, no plus sign, no locale.
#pragma once

#include <charconv>
#include <optional>
#include <string_view>
#include <system_error>

namespace kvw {

/// Returns the number that the whole text is; none: it is no number, or out of the range of the type.
template <class Number>
[[nodiscard]] std::optional<Number> parsedNumber(std::string_view text) noexcept {
    Number number{};
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    return problem == std::errc() && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

}  // namespace kvw
