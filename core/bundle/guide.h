// SPDX-License-Identifier: Apache-2.0
/// README.md of a bundle: what is where, for a person who opens the folder. It follows from the files alone, so the
/// same run has the same one. It is no part of the hash.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/bundle/output_file.h"

namespace kvw::bundle {

inline constexpr const char* kGuideFile = "README.md";

/// Returns the text for a run with these files, by name. Columns and units are those of resources/schemas.
[[nodiscard]] std::string runGuide(const std::map<std::string, FileSum>& files);
/// Returns the text for a comparison with these files beside its lanes, which lie at `paths`.
[[nodiscard]] std::string comparisonGuide(const std::map<std::string, FileSum>& files,
                                          const std::vector<std::string>& paths);

}  // namespace kvw::bundle
