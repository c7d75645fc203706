// SPDX-License-Identifier: Apache-2.0
/// Error messages for invalid command lines.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "core/base/error.h"

namespace kvw::cli {

/// Returns the arguments with every "--name=" split into "--name" and an empty value; otherwise the parser would take
/// the next word as the value.
[[nodiscard]] std::vector<std::string> withEmptyValues(const std::vector<std::string>& arguments, const CLI::App& app);

/// Checks that every argument of `app` was taken by an option. Errors: the first one left over, with the nearest option
/// (or command, for the program itself).
[[nodiscard]] Result<void> checkLeftOver(const CLI::App& app, const std::string& where);

/// Makes an error of a parser's message, such as "--steps: Value abc ..." or "--out is required".
[[nodiscard]] Error usageError(const std::string& where, std::string message);

}  // namespace kvw::cli
