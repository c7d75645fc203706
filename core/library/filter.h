// SPDX-License-Identifier: Apache-2.0
/// Parses what a user types to find runs into a condition for the index.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "core/base/error.h"

namespace kvw {

struct LibraryFilter {
    std::string where;  ///< SQL with ? for each value; empty: all runs
    std::vector<std::variant<std::string, double>> values;
};

/// Syntax and errors: library.h.
[[nodiscard]] Result<LibraryFilter> parseFilter(const std::string& text);

}  // namespace kvw
