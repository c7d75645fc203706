// SPDX-License-Identifier: GPL-3.0-or-later
/// What an exported figure says about where it comes from, read back out of the file.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "core/base/error.h"

namespace kvw::wb {

struct FigureEvidence {
    std::string figure;                                              ///< its id
    std::vector<std::pair<std::string, std::string>> entries;        ///< as the figure's provenance
    bool damaged = false;                                            ///< the metadata break off: there was more
    [[nodiscard]] std::string value(const std::string& name) const;  ///< empty: it does not say
};

/// A name that ends as figures do: .pdf, .svg or .png.
[[nodiscard]] bool isFigureFile(const std::filesystem::path& file);
/// Errors: Io; NotFound where the file says nothing of the kind (another program's, or saved anew by one that drops
/// metadata); BadInput where it is damaged. Nothing in the file is executed or fetched.
[[nodiscard]] Result<FigureEvidence> readEvidence(const std::filesystem::path& file);

}  // namespace kvw::wb
