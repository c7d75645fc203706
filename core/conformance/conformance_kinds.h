// SPDX-License-Identifier: Apache-2.0
/// The runners of the kinds of conformance cases. Each returns the first difference, or an empty text; an Error is the
/// policy's. A case that does not follow its format is thrown as nlohmann::json::exception.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>
#include <vector>

#include "core/conformance/conformance_case.h"

namespace kvw {

/// Returns such as "1, 2, 3".
template <class Number>
[[nodiscard]] std::string listText(const std::vector<Number>& numbers) {
    return fmt::format("{}", fmt::join(numbers, ", "));
}

[[nodiscard]] Result<Phrase> runEvictionCase(CasePasses& passes);
/// Needs an attention with a reader.
[[nodiscard]] Result<Phrase> runReadCase(CasePasses& passes);
[[nodiscard]] Result<Phrase> runCodecCase(const ConformanceCase& c, GuardedCodec codec);

}  // namespace kvw
