// SPDX-License-Identifier: Apache-2.0
/// The runners of the kinds of conformance cases. Each returns the first difference, or an empty text; an Error is the
/// policy's. A case that does not follow its format is thrown as nlohmann::json::exception.
#pragma once

#include <string>

#include "core/conformance/conformance_case.h"

namespace kvw {

[[nodiscard]] Result<std::string> runEvictionCase(CasePasses& passes);
/// Needs an attention with a reader.
[[nodiscard]] Result<std::string> runReadCase(CasePasses& passes);
[[nodiscard]] Result<std::string> runCodecCase(const ConformanceCase& c, GuardedCodec codec);

}  // namespace kvw
