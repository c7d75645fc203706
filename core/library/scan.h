// SPDX-License-Identifier: Apache-2.0
/// Where bundles are below a folder, by little looks.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace kvw {

struct FoundBundle {
    std::filesystem::path path;
    std::string stamp;  ///< another one when manifest, notes or the files beside it change
};

/// Folders with a manifest (of a bundle, or none that can be read), folders that look as if theirs was lost, and
/// archives with a manifest. Not through links, not in hidden folders, not within bundles. `stale`: true ends it.
[[nodiscard]] std::vector<FoundBundle> findBundles(const std::filesystem::path& folder,
                                                   const std::function<bool()>& stale);

}  // namespace kvw
