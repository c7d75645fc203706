// SPDX-License-Identifier: Apache-2.0
/// Translates the Oniguruma regular expressions of a tokenizer.json into those of ICU, which reads some syntax
/// differently.
#pragma once

#include <string>
#include <string_view>

#include "core/base/error.h"

namespace kvw {

/// Returns the ICU pattern that matches what `pattern` matches in Oniguruma; ICU must use multi-line anchors and "\n"
/// as the only line end. Errors: BadInput with an empty place, naming the syntax that ICU does not support.
[[nodiscard]] Result<std::string> patternForIcu(std::string_view pattern);

}  // namespace kvw
