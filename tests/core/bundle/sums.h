// SPDX-License-Identifier: Apache-2.0
/// The hash of a bundle on disk, and a table without some of its columns.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/bundle/archive.h"
#include "core/bundle/check_files.h"
#include "core/bundle/csv/without_columns.h"

namespace kvw::test {

/// Returns the bundle hash of the files as they are; empty if a data file cannot be read.
inline std::string canonicalHash(const std::filesystem::path& path) {
    const auto archive = bundle::Archive::open(path);
    const auto manifest = archive ? bundle::readManifest(**archive, {}) : tl::unexpected(archive.error());
    return manifest ? bundle::checkFolder(**archive, {}, *manifest).hash : std::string();
}

inline std::string withoutColumns(std::string_view csv, const std::vector<std::string>& columns) {
    std::string out;
    bundle::ColumnFilter filter(columns);
    filter.feed(csv, out);
    filter.finish(out);
    return out;
}

}  // namespace kvw::test
