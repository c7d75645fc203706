// SPDX-License-Identifier: Apache-2.0
/// Conversion of a recording to the manifest of a bundle, and back. Members: resources/schemas/manifest.schema.json,
/// compare.schema.json.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/trace/recording.h"

namespace kvw::bundle {

/// Numbers of rows in the tables of a bundle; all follow from `steps`, which is fixed before the first byte is written.
struct RowCounts {
    std::int64_t steps = 0, layers = 0, evictions = 0, memory = 0, calls = 0, times = 0, rest = 0;
};

/// Return the members of a manifest that describe the model and the text.
[[nodiscard]] nlohmann::ordered_json modelJson(const ModelInfo& model);
[[nodiscard]] nlohmann::ordered_json textJson(const RunDescription& run);
/// Returns the columns of a data file that hold times, which do not identify a run.
[[nodiscard]] std::vector<std::string> timeColumns(const std::string& name);
/// Tells whether the text of a policy has a change such as "/recent=64@545".
[[nodiscard]] bool hasChange(std::string_view policyText, std::string_view change) noexcept;
/// Returns the manifest of one lane: without "integrity", with "hash" all zero and the format of a lane that refers to
/// no other.
[[nodiscard]] nlohmann::ordered_json laneManifest(const Recording& recording, std::int32_t lane, const RowCounts& rows);
/// Returns the manifest of a comparison. `lanes`: the finished manifests of the lanes; `paths`: their folders.
[[nodiscard]] nlohmann::ordered_json compareManifest(const Recording& recording,
                                                     const std::vector<nlohmann::ordered_json>& lanes,
                                                     const std::vector<std::string>& paths);

/// Refuses other formats and newer versions (the sentence says found and supported), then checks the schema of its
/// kind and the specifications.
[[nodiscard]] Result<void> checkManifest(const nlohmann::ordered_json& manifest, const std::string& where);

/// Returns the specifications of the run of a manifest; bundles of older versions have only its command to read them
/// from. Errors: BadInput at `where`, they are not valid.
[[nodiscard]] Result<std::vector<RunSpec>> specsOf(const nlohmann::ordered_json& manifest, const std::string& where);
/// Returns the description that a manifest of one lane contains; `manifest` has passed `checkManifest`.
[[nodiscard]] RunDescription descriptionOf(const nlohmann::ordered_json& manifest);
[[nodiscard]] Result<TraceShape> shapeOf(const nlohmann::ordered_json& manifest, const std::string& where);
[[nodiscard]] RowCounts rowsOf(const nlohmann::ordered_json& manifest);
/// Restores state, problems, notes and times into lane `lane`. `findings`: findings.json; null: there is none.
void restoreState(const nlohmann::ordered_json& manifest, const nlohmann::ordered_json& findings, std::int32_t lane,
                  Recording& recording);

}  // namespace kvw::bundle
