// SPDX-License-Identifier: Apache-2.0
/// Names as people list them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace kvw {

/// "a, b" as its parts, without the blanks around them; empty ones are left out.
[[nodiscard]] std::vector<std::string> commaList(std::string_view text);

}  // namespace kvw
