// SPDX-License-Identifier: Apache-2.0
/// Comparison of a bundle's files with the sums in its manifests.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
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
    std::string hash;                ///< canonical hash of the files found; empty: a data file was not read
};

/// Extent of a check. Tables: arrays of the listed size are taken to be unchanged; they are most of a bundle, and no
/// table is made of them.
enum class CheckDepth { All, Tables };

/// Reads, parses and checks the manifest at `prefix` ("" or "lanes/0-full/").
[[nodiscard]] Result<nlohmann::ordered_json> readManifest(const Archive& archive, const std::string& prefix);

/// A bundle and the lanes to read for it. Of a comparison these are all lanes. Of a run it is the run itself, last; if
/// the run is a lane in the folder of a comparison, the lanes that its rows refer to come before it.
struct BundleLocation {
    std::unique_ptr<Archive> archive;
    nlohmann::ordered_json manifest;  ///< of the bundle that was asked for
    std::vector<std::string> lanes;   ///< prefixes: "" or "lanes/0-full/"
};
/// Opens the bundle at `path`. Errors: those of Archive::open and `readManifest`.
[[nodiscard]] Result<BundleLocation> openLocation(const std::filesystem::path& path);

/// Sums every file that the manifest at `prefix` lists, in blocks. Not read are files of another size than listed (they
/// count as changed), files larger than their rows allow, and data files that are not listed. A file that cannot be
/// read counts as missing. `watch` receives the bytes read since the last call and returns false to stop; the result
/// then lacks the remaining files.
[[nodiscard]] CheckedFolder checkFolder(const Archive& archive, const std::string& prefix,
                                        const nlohmann::ordered_json& manifest,
                                        const std::function<bool(std::int64_t bytes)>& watch = {},
                                        CheckDepth depth = CheckDepth::All);
/// Returns the bytes that `checkFolder` reads, according to the manifest.
[[nodiscard]] std::int64_t listedBytes(const nlohmann::ordered_json& manifest);

/// Returns a sentence if the manifest does not match its own sum; empty: it does, or an older version wrote none.
[[nodiscard]] Phrase manifestIntegrityWarning(const Archive& archive, const nlohmann::ordered_json& manifest,
                                              const std::string& prefix);
/// Returns sentences for everything that is not ok, the manifest's own sum and the hash included.
[[nodiscard]] std::vector<Phrase> integrityWarnings(const Archive& archive, const CheckedFolder& checked,
                                                    const nlohmann::ordered_json& manifest, const std::string& prefix);

}  // namespace kvw::bundle
