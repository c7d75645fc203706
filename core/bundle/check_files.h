// SPDX-License-Identifier: Apache-2.0
/// Sums of a bundle's files against its manifests.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/bundle/archive.h"

namespace kvw::bundle {

struct CheckedFile {
    std::string name;
    std::int64_t bytes = 0;
    const char* state = "ok";  ///< "changed", "missing", "extra"
};

struct CheckedFolder {
    std::vector<CheckedFile> files;  ///< names as in the archive
    std::string hash;                ///< canonical, of what is there
};

/// The manifest at `prefix` ("" or "lanes/0-full/"), parsed and checked.
[[nodiscard]] Result<nlohmann::ordered_json> readManifest(const Archive& archive, const std::string& prefix);

/// Reads and sums everything the manifest at `prefix` lists, and the data files it does not.
/// A file that cannot be read counts as missing.
[[nodiscard]] CheckedFolder checkFolder(const Archive& archive, const std::string& prefix,
                                        const nlohmann::ordered_json& manifest);

/// Sentences for what is not ok, the hash included.
[[nodiscard]] std::vector<std::string> complaints(const Archive& archive, const CheckedFolder& checked,
                                                  const nlohmann::ordered_json& manifest, const std::string& prefix);

}  // namespace kvw::bundle
