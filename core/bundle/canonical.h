// SPDX-License-Identifier: Apache-2.0
/// The bundle hash: what a run is, without times, paths and derived files.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "core/bundle/without_columns.h"
#include "core/model/sha256.h"

namespace kvw::bundle {

/// Which files of a run bundle are data: steps.csv, layers.csv, evictions.jsonl, prefill_memory.csv, calls.csv,
/// times.csv, rest.csv and all of arrays/.
[[nodiscard]] bool isData(std::string_view name) noexcept;

/// Sums of a file given in pieces: of all its bytes, and of what is left without the columns that `manifest` calls
/// volatile.
class FileSums {
 public:
    FileSums(const nlohmann::ordered_json& manifest, const std::string& name);
    void update(std::string_view bytes);
    struct Sums {
        std::string whole, stable;
    };
    /// The object must not be used afterwards.
    [[nodiscard]] Sums finish();

 private:
    Sha256 m_whole, m_stable;
    std::optional<ColumnFilter> m_filter;  ///< none: both are the same
    std::string m_kept;
};

/// Of all that the manifest says, what is volatile and the sums of its files included; it stands in the manifest
/// itself.
[[nodiscard]] std::string manifestSum(const nlohmann::ordered_json& manifest);
inline constexpr const char* kManifestSum = "/integrity/manifest";

/// `dataSums`: stable sum of each data file, by name.
[[nodiscard]] std::string canonicalHashOf(const nlohmann::ordered_json& manifest,
                                          const std::map<std::string, std::string>& dataSums);

}  // namespace kvw::bundle
