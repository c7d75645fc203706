// SPDX-License-Identifier: Apache-2.0
/// Decodes text files by their byte order mark, which is not part of the text.
#pragma once

#include <string>
#include <string_view>

#include "core/base/error.h"

namespace kvw {

inline constexpr std::string_view kUtf8Mark = "\xEF\xBB\xBF";

/// Returns the text of a file in UTF-8 without a mark. A file with a mark of UTF-16 or UTF-32 is decoded; any other is
/// left as it is. `whole`: false for the beginning of a file, whose end may cut a character. Errors: BadInput naming
/// `where` for bytes that are invalid in the encoding of the mark.
[[nodiscard]] Result<std::string> textWithoutMark(std::string bytes, const std::string& where, bool whole = true);

}  // namespace kvw
