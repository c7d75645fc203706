// SPDX-License-Identifier: GPL-3.0-or-later
/// Reads the provenance of an exported figure from its file.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "core/base/error.h"

namespace kvw::wb {

struct FigureEvidence {
    std::string figure;                                              ///< id of the figure
    std::vector<std::pair<std::string, std::string>> entries;        ///< in the format of the figure's provenance
    bool damaged = false;                                            ///< the metadata are truncated
    [[nodiscard]] std::string value(const std::string& name) const;  ///< empty: no such entry
};

/// Returns whether the name ends in .pdf, .svg or .png.
[[nodiscard]] bool isFigureFile(const std::filesystem::path& file);
/// Errors: Io; NotFound if the file has no such metadata (written by another program, or by one that drops metadata);
/// BadInput if it is damaged. Nothing in the file is executed or fetched.
[[nodiscard]] Result<FigureEvidence> readEvidence(const std::filesystem::path& file);

}  // namespace kvw::wb
