// SPDX-License-Identifier: Apache-2.0
/// Byte order marks: what a text file says of its encoding, and no part of the text.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "core/base/error.h"

namespace kvw {

inline constexpr std::string_view kUtf8Mark = "\xEF\xBB\xBF";

/// The text of a file in UTF-8, without a mark: a file that begins with the mark of UTF-16 or UTF-32 is read as such,
/// any other is left as it is. `whole`: false for the beginning of a file, whose end may cut a character. Errors:
/// BadInput naming `where` for a file that breaks the encoding its mark promises.
[[nodiscard]] Result<std::string> textWithoutMark(std::string bytes, const std::string& where, bool whole = true);

}  // namespace kvw
