// SPDX-License-Identifier: Apache-2.0
/// Checks of option values whose messages say what was found and what would have been right.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace kvw::cli {

inline constexpr std::int64_t kAnyInteger = std::numeric_limits<std::int64_t>::max();

/// A whole number from `minimum` to `maximum`, both included; kAnyInteger: no upper limit.
[[nodiscard]] CLI::Validator wholeNumber(std::int64_t minimum, std::int64_t maximum = kAnyInteger);
/// A number from `minimum` (not itself, if `exclusive`) to `maximum`.
[[nodiscard]] CLI::Validator realNumber(double minimum, double maximum, bool exclusive = false);
/// A path that is not empty: an unset shell variable is not the default.
[[nodiscard]] CLI::Validator somePath();
/// A path, or the name of a stored model that becomes its path; a file or folder of that name here goes first.
[[nodiscard]] CLI::Validator modelPath();
/// The name of a user's preset becomes its policy; any other text stays as it is.
[[nodiscard]] CLI::Validator presetNames();
/// One of `words`; a near miss is named.
[[nodiscard]] CLI::Validator oneOf(std::vector<std::string> words);

}  // namespace kvw::cli
