// SPDX-License-Identifier: Apache-2.0
/// Writes and parses lists of tokens, "12,20-25", as in commands, events and bundles.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kvw {

/// Returns the text of ascending, unique tokens.
[[nodiscard]] std::string tokenListText(std::span<const std::int32_t> tokens);
/// Returns ascending, unique tokens; none if the text is no such list, is empty, or names more than a million tokens.
[[nodiscard]] std::optional<std::vector<std::int32_t>> parseTokenList(std::string_view text);

}  // namespace kvw
