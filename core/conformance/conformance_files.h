// SPDX-License-Identifier: Apache-2.0
/// Finds the files of conformance cases, and keeps the result of a plugin's last check beside the record of disabled
/// plugins, for `kvw policies` and the window. Free of torch.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/policy/host/catalog.h"

namespace kvw {

/// Returns files as given, and of a folder its .json files by name.
[[nodiscard]] Result<std::vector<std::filesystem::path>> conformanceFiles(
    const std::vector<std::filesystem::path>& paths);
/// Returns the cases of a plugin: those in its own folder `conformance`, and the shipped ones that need something it
/// provides. Errors: NotFound, which says where cases are looked for.
[[nodiscard]] Result<std::vector<std::filesystem::path>> conformanceFilesOf(const PluginEntry& entry);

/// Result of a check of one plugin.
struct ConformanceRecord {
    struct Case {
        std::string name, outcome;  ///< "passed", "failed", "skipped"
        Phrase difference;          ///< first difference, or why it was skipped; one line
    };
    std::vector<Case> cases;
    std::string when;    ///< UTC, "2026-01-31T12:00:00Z"
    bool stale = false;  ///< the library has changed since

    [[nodiscard]] std::int64_t count(const char* outcome) const;
    /// Returns "12 passed", "11 passed, 1 failed", "3 passed, 2 skipped; of an earlier build".
    [[nodiscard]] std::string summary() const;
};

/// Returns none if there was no check, or if its record cannot be read.
[[nodiscard]] std::optional<ConformanceRecord> readConformanceRecord(const PluginPaths& paths,
                                                                     const PluginEntry& entry);
/// Writes the record. `record.stale` is not written: it follows from the library.
Result<void> writeConformanceRecord(const PluginPaths& paths, const PluginEntry& entry,
                                    const ConformanceRecord& record);

}  // namespace kvw
