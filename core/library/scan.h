// SPDX-License-Identifier: Apache-2.0
/// Finds the bundles below a folder.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace kvw {

struct FoundBundle {
    std::filesystem::path path;
    std::string stamp;  ///< changes when the manifest, the notes or the list of files in the bundle's folder changes
};

/// Returns folders with a manifest (of a bundle, or one that cannot be read), folders that seem to have lost theirs
/// (they have a steps.csv), and archives that have a manifest or cannot be opened. It does not follow links and skips
/// hidden folders and the insides of bundles. It ends early if `stale` returns true.
[[nodiscard]] std::vector<FoundBundle> findBundles(const std::filesystem::path& folder,
                                                   const std::function<bool()>& stale);

}  // namespace kvw
