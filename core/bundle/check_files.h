// SPDX-License-Identifier: Apache-2.0
/// Sums of a bundle's files against its manifests.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/bundle/archive.h"

namespace kvw::bundle {

struct CheckedFile {
    std::string name;
    std::int64_t bytes = 0;
    const char* state = "ok";  ///< "changed", "missing", "extra", "too large"
};

struct CheckedFolder {
    std::vector<CheckedFile> files;  ///< names as in the archive
    std::string hash;                ///< canonical, of what is there; empty: a data file was not read
};

/// Tables: arrays are taken to be as listed if they have the listed size. They are most of a bundle, and no table is
/// made of them.
enum class CheckDepth { All, Tables };

/// The manifest at `prefix` ("" or "lanes/0-full/"), parsed and checked.
[[nodiscard]] Result<nlohmann::ordered_json> readManifest(const Archive& archive, const std::string& prefix);

/// A bundle and the lanes that are read for it: of a comparison all; else the run itself, last, behind those beside it
/// that its rows refer to where it is a lane in the folder of a comparison.
struct BundlePlace {
    std::unique_ptr<Archive> archive;
    nlohmann::ordered_json manifest;  ///< of what was asked for
    std::vector<std::string> lanes;   ///< prefixes: "" or "lanes/0-full/"
};
/// Errors: as of Archive::open and `readManifest`.
[[nodiscard]] Result<BundlePlace> openPlace(const std::filesystem::path& path);

/// Sums everything the manifest at `prefix` lists, in blocks. Not read: a file of another size than listed (it is
/// changed), or larger than its rows allow; data files that are not listed. A file that cannot be read counts as
/// missing.
/// `watch`: told the bytes that were read since the last call; false: stop, and the files that are left are not in what
/// is returned.
[[nodiscard]] CheckedFolder checkFolder(const Archive& archive, const std::string& prefix,
                                        const nlohmann::ordered_json& manifest,
                                        const std::function<bool(std::int64_t bytes)>& watch = {},
                                        CheckDepth depth = CheckDepth::All);
/// Bytes that `checkFolder` reads, as far as the manifest says.
[[nodiscard]] std::int64_t listedBytes(const nlohmann::ordered_json& manifest);

/// What does not fit the sum that the manifest has of itself; empty: it fits, or an older version wrote none.
[[nodiscard]] std::string manifestComplaint(const Archive& archive, const nlohmann::ordered_json& manifest,
                                            const std::string& prefix);
/// Sentences for what is not ok, the manifest's own sum and the hash included.
[[nodiscard]] std::vector<std::string> complaints(const Archive& archive, const CheckedFolder& checked,
                                                  const nlohmann::ordered_json& manifest, const std::string& prefix);

}  // namespace kvw::bundle
