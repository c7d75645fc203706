// SPDX-License-Identifier: Apache-2.0
/// Which files hold conformance cases, and what the last check of a plugin gave: kept beside the record of disabled
/// plugins, for `kvw policies` and the window. Free of torch.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/policy/host/catalog.h"

namespace kvw {

/// Files as given; of a folder, its .json files by name.
[[nodiscard]] Result<std::vector<std::filesystem::path>> conformanceFiles(
    const std::vector<std::filesystem::path>& paths);
/// Those of the plugin: in its own folder `conformance`, and of the shipped ones those that need something it provides.
/// Errors: NotFound, which says where one would be looked for.
[[nodiscard]] Result<std::vector<std::filesystem::path>> conformanceFilesOf(const PluginEntry& entry);

/// What a check of one plugin gave.
struct ConformanceRecord {
    struct Case {
        std::string name, outcome;  ///< "passed", "failed", "skipped"
        std::string difference;     ///< the first one, or why it was skipped; one line
    };
    std::vector<Case> cases;
    std::string when;    ///< UTC, "2026-01-31T12:00:00Z"
    bool stale = false;  ///< the library is another one since

    [[nodiscard]] std::int64_t count(const char* outcome) const;
    /// "12 passed", "11 passed, 1 failed", "3 passed, 2 skipped; of an earlier build".
    [[nodiscard]] std::string summary() const;
};

/// None: there was no check, or its record cannot be read.
[[nodiscard]] std::optional<ConformanceRecord> readConformanceRecord(const PluginPaths& paths,
                                                                     const PluginEntry& entry);
/// `record.stale` is not written: it follows from the library.
Result<void> writeConformanceRecord(const PluginPaths& paths, const PluginEntry& entry,
                                    const ConformanceRecord& record);

}  // namespace kvw
