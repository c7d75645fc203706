// SPDX-License-Identifier: Apache-2.0
/// Regular expressions of a tokenizer.json are Oniguruma's; ICU gives some signs another meaning.
#pragma once

#include <string>
#include <string_view>

#include "core/base/error.h"

namespace kvw {

/// The pattern as ICU has to be given it (with multi-line anchors and "\n" as the only end of a line), so that it
/// matches what Oniguruma matches. Errors: BadInput without a place, naming what ICU cannot do.
[[nodiscard]] Result<std::string> patternForIcu(std::string_view pattern);

}  // namespace kvw
