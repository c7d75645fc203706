// SPDX-License-Identifier: Apache-2.0
/// How large the files of a bundle can be at most, from the rows its manifest claims: asked before they are read.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string_view>

namespace kvw::bundle {

inline constexpr std::int64_t kLongestRow = std::int64_t{1} << 16;  ///< bytes of one line of a CSV file

/// Bytes that `name` ("steps.csv") of the lane with this (checked) manifest can have; never negative. Files without
/// rows: as many as any file.
[[nodiscard]] std::int64_t mostBytes(const nlohmann::ordered_json& manifest, std::string_view name);
/// Bytes of one line of evictions.jsonl of a run with that many steps.
[[nodiscard]] std::int64_t longestEviction(std::int64_t steps);

}  // namespace kvw::bundle
