// SPDX-License-Identifier: Apache-2.0
/// Arrays of attention maps that were pooled while they were recorded (core/trace/pooled_maps.h).
///
/// A map of R rows is its lower triangle, row after row: cell (r, c), c <= r, is number r (r + 1) / 2 + c and stands
/// for the queries and tokens r * cell ... and c * cell ..., `cell` of each. Per map:
///   values  float [R (R + 1) / 2]  largest or mean weight; NaN: nothing was held
///   held    int32 [same]           pairs of query and token that have a weight
///   entries int32 [same]           pairs whose query was recorded; those that are not held were evicted
/// The index has the pooling, the size of cells, the queries, the rows, and of each map layer, query head (-1: mean
/// over heads) and files.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "core/base/error.h"
#include "core/bundle/archive.h"
#include "core/bundle/folder_writer.h"
#include "core/trace/pooled_maps.h"

namespace kvw::bundle {

/// Name of the maps in the index of arrays.
inline constexpr const char* kMaps = "maps";

/// Writes arrays/map-<layer>.*.npy and arrays/map-<layer>-head-<head>.*.npy, and adds them to the index.
[[nodiscard]] Result<void> writeMaps(FolderWriter& folder, const PooledMaps& maps, nlohmann::ordered_json& index);

/// Returns how the maps of the lane at `prefix` are pooled; off: it has none. Errors: BadInput.
[[nodiscard]] Result<MapPooling> readMapPooling(const Archive& archive, const std::string& prefix);
/// Reads the maps of a lane that has some into `maps`, which is empty and of that pooling. Errors: BadInput (sizes or
/// counts that do not fit together).
[[nodiscard]] Result<void> readMaps(const Archive& archive, const std::string& prefix, const TraceShape& shape,
                                    PooledMaps& maps);

}  // namespace kvw::bundle
