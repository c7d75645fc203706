// SPDX-License-Identifier: Apache-2.0
/// Any JSON object as readable text, for results whose members are decided elsewhere.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace kvw::cli {

/// Plain members as lines "name  value", lists of objects as tables with a column per member, objects as indented
/// blocks. Whole numbers whose name has "bytes" in it are sizes.
[[nodiscard]] std::string jsonText(const nlohmann::ordered_json& value, std::size_t indent = 0);

}  // namespace kvw::cli
