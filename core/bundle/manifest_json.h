// SPDX-License-Identifier: Apache-2.0
/// The manifest of a bundle: from a recording, and back. Members: resources/schemas/manifest.schema.json,
/// compare.schema.json.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/trace/recording.h"

namespace kvw::bundle {

/// How much of a recording a bundle holds, fixed before the first byte.
struct RowCounts {
    std::int64_t steps = 0, layers = 0, evictions = 0, memory = 0, calls = 0, times = 0, rest = 0;
};

/// Columns of a data file that hold times, which are not part of what a run is.
[[nodiscard]] std::vector<std::string> timeColumns(const std::string& name);
/// Of one lane; without "integrity", "hash" all zero, the format that of lanes that refer to no other.
[[nodiscard]] nlohmann::ordered_json laneManifest(const Recording& recording, std::int32_t lane, const RowCounts& rows);
/// Of several lanes; `lanes`: the finished manifests of the lanes, `paths` their folders.
[[nodiscard]] nlohmann::ordered_json compareManifest(const Recording& recording,
                                                     const std::vector<nlohmann::ordered_json>& lanes,
                                                     const std::vector<std::string>& paths);

/// Refuses other formats and newer versions (the sentence says found and supported), then checks the schema of its
/// kind.
[[nodiscard]] Result<void> checkManifest(const nlohmann::ordered_json& manifest, const std::string& where);

/// What a manifest of one lane says; `manifest` has passed `checkManifest`.
[[nodiscard]] RunDescription descriptionOf(const nlohmann::ordered_json& manifest);
[[nodiscard]] Result<TraceShape> shapeOf(const nlohmann::ordered_json& manifest, const std::string& where);
[[nodiscard]] RowCounts rowsOf(const nlohmann::ordered_json& manifest);
/// State, problems and times, into lane `lane`.
void restoreState(const nlohmann::ordered_json& manifest, std::int32_t lane, Recording& recording);

}  // namespace kvw::bundle
