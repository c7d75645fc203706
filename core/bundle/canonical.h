// SPDX-License-Identifier: Apache-2.0
/// The bundle hash: what a run is, without times, paths and derived files.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "core/base/error.h"
#include "core/bundle/archive.h"

namespace kvw::bundle {

/// Which files of a run bundle are data: steps.csv, layers.csv, evictions.jsonl, prefill_memory.csv, rest.csv and all
/// of arrays/.
[[nodiscard]] bool isData(std::string_view name) noexcept;

/// Sum of a data file's content without the columns that `manifest` calls volatile.
[[nodiscard]] std::string stableSum(const nlohmann::ordered_json& manifest, const std::string& name,
                                    std::string_view content);
/// True where `stableSum` differs from the plain sum.
[[nodiscard]] bool hasVolatileColumns(const nlohmann::ordered_json& manifest, const std::string& name);

/// `dataSums`: stable sum of each data file, by name.
[[nodiscard]] std::string canonicalHashOf(const nlohmann::ordered_json& manifest,
                                          const std::map<std::string, std::string>& dataSums);

}  // namespace kvw::bundle
