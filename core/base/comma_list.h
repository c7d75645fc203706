// SPDX-License-Identifier: Apache-2.0
/// Splits comma-separated lists of names.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace kvw {

/// Returns the parts of "a, b" without the blanks around them; empty parts are left out.
[[nodiscard]] std::vector<std::string> commaList(std::string_view text);

}  // namespace kvw
