// SPDX-License-Identifier: Apache-2.0
/// A number of tokens that is given as a share of the prompt, "25%". Plugins only ever see tokens: where the prompt is
/// known, `inTokens` says how many.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/policy/host/choice.h"

namespace kvw {

/// Percent of "25%": above 0, at most 100. None: it is no share.
[[nodiscard]] std::optional<double> parseShare(const std::string& text);
[[nodiscard]] std::optional<double> shareIn(const sdk::Value& value);
[[nodiscard]] std::string shareText(double percent);
/// int(prompt * percent / 100) in double.
[[nodiscard]] std::int64_t tokensOf(double percent, std::int64_t prompt);

/// The policy with tokens of a prompt in place of every share; at least what the parameter's range and its multiple
/// allow. Its text stays as it was asked for.
[[nodiscard]] ResolvedPolicy inTokens(ResolvedPolicy policy, std::int64_t prompt);
/// "capacity=25%", the first share of a policy; empty: it has none.
[[nodiscard]] std::string firstShare(const ResolvedPolicy& policy);

}  // namespace kvw
