// SPDX-License-Identifier: Apache-2.0
/// Formats any JSON object as readable text, for results whose members are decided elsewhere.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace kvw::cli {

/// Formats plain members as lines "name  value", lists of objects as tables with a column per member, and objects as
/// indented blocks. Whole numbers whose name contains "bytes" are shown as sizes.
[[nodiscard]] std::string jsonText(const nlohmann::ordered_json& value, std::size_t indent = 0);

}  // namespace kvw::cli
