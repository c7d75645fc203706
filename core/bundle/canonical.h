// SPDX-License-Identifier: Apache-2.0
/// Bundle hash: identifies a run without its times, paths and derived files.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace kvw::bundle {

/// Returns whether a file of a run bundle is data: steps.csv, layers.csv, evictions.jsonl, prefill_memory.csv,
/// calls.csv, times.csv, rest.csv and all of arrays/.
[[nodiscard]] bool isData(std::string_view name) noexcept;

/// Returns the columns of a file that `manifest` calls volatile.
[[nodiscard]] std::vector<std::string> volatileColumns(const nlohmann::ordered_json& manifest, const std::string& name);

/// Returns the SHA-256 of the whole manifest, volatile fields and the sums of its files included, except this sum
/// itself, which the manifest stores at kManifestSum.
[[nodiscard]] std::string manifestSum(const nlohmann::ordered_json& manifest);
inline constexpr const char* kManifestSum = "/integrity/manifest";

/// Returns the SHA-256 that identifies a run: over the manifest without `hash`, `integrity` and the fields named under
/// `volatile`, then steps.csv, layers.csv, evictions.jsonl, prefill_memory.csv, calls.csv, times.csv and rest.csv
/// without their volatile columns, and arrays/. Figures and tables are derived from these and quote it. For a compare
/// bundle it is over its manifest, which holds its lanes' hashes. `dataSums`: stable sum of each data file, by name.
[[nodiscard]] std::string canonicalHashOf(const nlohmann::ordered_json& manifest,
                                          const std::map<std::string, std::string>& dataSums);

}  // namespace kvw::bundle
