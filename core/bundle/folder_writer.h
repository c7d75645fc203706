// SPDX-License-Identifier: Apache-2.0
/// Writer of the files of one bundle: names are relative to its folder, sums are kept for the manifest.
#pragma once

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "core/base/error.h"
#include "core/bundle/output_file.h"

namespace kvw::bundle {

class FolderWriter {
 public:
    /// `meter` must outlive the writer; null: nobody counts.
    explicit FolderWriter(std::filesystem::path folder, WriteMeter* meter = nullptr)
        : m_folder(std::move(folder)), m_meter(meter) {}

    /// Creates a file, and first the folders of `name`. Errors: Io.
    [[nodiscard]] Result<OutputFile> create(const std::string& name);
    [[nodiscard]] Result<void> finish(const std::string& name, OutputFile file);
    [[nodiscard]] Result<void> write(const std::string& name, std::string_view bytes);
    /// Checks `json` against the schema first; a violation is a bug of ours (Internal).
    [[nodiscard]] Result<void> writeJson(const std::string& name, const nlohmann::ordered_json& json,
                                         std::string_view schema);
    /// Syncs every folder below and including this one.
    [[nodiscard]] Result<void> sync() const;

    [[nodiscard]] const std::map<std::string, FileSum>& sums() const noexcept { return m_sums; }
    [[nodiscard]] const std::filesystem::path& folder() const noexcept { return m_folder; }

 private:
    std::filesystem::path m_folder;
    WriteMeter* m_meter;
    std::map<std::string, FileSum> m_sums;
};

}  // namespace kvw::bundle
