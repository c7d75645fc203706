// SPDX-License-Identifier: GPL-3.0-or-later
/// How well typed letters name a command.
#pragma once

#include <QString>
#include <optional>

namespace kvw::wb {

/// Every word of `typed` must occur in `text` as letters in order, in any case. Lower is better: the beginning of a
/// word before the middle of one, letters side by side before letters apart. None: it does not match; an empty `typed`
/// matches everything alike.
[[nodiscard]] std::optional<int> matchWords(const QString& typed, const QString& text);

}  // namespace kvw::wb
