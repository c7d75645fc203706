// SPDX-License-Identifier: Apache-2.0
/// Numbers of tokens given as a share of the prompt, such as "25%". Plugins see only tokens: once the prompt is known,
/// `inTokens` converts the shares.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/policy/host/choice/choice.h"

namespace kvw {

/// Returns the percent of "25%": above 0, at most 100. None: the text is no share.
[[nodiscard]] std::optional<double> parseShare(const std::string& text);
[[nodiscard]] std::optional<double> shareIn(const sdk::Value& value);
[[nodiscard]] std::string shareText(double percent);
/// Returns int(prompt * percent / 100), computed in double.
[[nodiscard]] std::int64_t tokensOf(double percent, std::int64_t prompt);

/// Returns the policy with tokens in place of every share; at least what the parameter's range and its multiple allow.
/// Its text keeps the shares.
[[nodiscard]] ResolvedPolicy inTokens(ResolvedPolicy policy, std::int64_t prompt);
/// Returns the first share of a policy, such as "capacity=25%"; empty: it has none.
[[nodiscard]] std::string firstShare(const ResolvedPolicy& policy);

}  // namespace kvw
