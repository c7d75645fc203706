// SPDX-License-Identifier: Apache-2.0
/// Sentences for command lines that cannot be understood.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "core/base/error.h"

namespace kvw::cli {

/// The arguments with every "--name=" made "--name" and an empty value: the parser would take the next word as its
/// value.
[[nodiscard]] std::vector<std::string> withEmptyValues(const std::vector<std::string>& arguments, const CLI::App& app);

/// What stands in `app` that no option or argument took, as an error with the nearest option (or command, for the
/// program itself). Nothing left over: success.
[[nodiscard]] Result<void> checkLeftOver(const CLI::App& app, const std::string& where);

/// The error of a parser's message ("--steps: Value abc ..." or "--out is required").
[[nodiscard]] Error usageError(const std::string& where, std::string message);

}  // namespace kvw::cli
