// SPDX-License-Identifier: Apache-2.0
/// Upper limits for the sizes of a bundle's files, from the rows its manifest claims; checked before the files are
/// read.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string_view>

namespace kvw::bundle {

inline constexpr std::int64_t kLongestRow = std::int64_t{1} << 16;  ///< bytes of one line of a CSV file

/// Returns the most bytes that `name` ("steps.csv") of the lane with this (checked) manifest can have; never negative.
/// Files without rows have no limit of their own.
[[nodiscard]] std::int64_t mostBytes(const nlohmann::ordered_json& manifest, std::string_view name);
/// Returns the most bytes of one line of evictions.jsonl in a run with that many steps.
[[nodiscard]] std::int64_t longestEviction(std::int64_t steps);

}  // namespace kvw::bundle
