// SPDX-License-Identifier: GPL-3.0-or-later
/// Rates how well typed letters match the name of a command.
#pragma once

#include <QString>
#include <optional>

namespace kvw::wb {

/// Returns the cost of a match, lower is better; none: no match. Every word of `typed` must occur in `text` as letters
/// in order, in any case. The beginning of a word costs less than its middle, letters side by side less than letters
/// apart. An empty `typed` matches everything alike.
[[nodiscard]] std::optional<int> matchWords(const QString& typed, const QString& text);

}  // namespace kvw::wb
