// SPDX-License-Identifier: Apache-2.0
/// Lists of tokens as text, "12,20-25": in commands, events and bundles.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kvw {

/// Ascending and unique tokens.
[[nodiscard]] std::string tokenListText(std::span<const std::int32_t> tokens);
/// Ascending and unique; nothing where the text is no such list, is empty, or names more than a million tokens.
[[nodiscard]] std::optional<std::vector<std::int32_t>> parseTokenList(std::string_view text);

}  // namespace kvw
