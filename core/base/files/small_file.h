// SPDX-License-Identifier: Apache-2.0
/// Writes files of the user so that each exists whole or not at all.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include "core/base/error.h"

namespace kvw {

/// Makes a folder and those above it; an empty path is none. Errors: Io.
[[nodiscard]] Result<void> makeFolder(const std::filesystem::path& folder);

/// Writes all bytes to an open file. Returns the error of the system, ENOSPC if it takes no more; 0: none.
[[nodiscard]] int writeAll(int descriptor, std::string_view bytes) noexcept;

/// A file being written under a temporary name beside the target. `commit` syncs and renames it, so that it replaces an
/// existing one; without `commit` nothing is left behind. Errors: Io.
class NewFile {
 public:
    /// Creates the temporary file, and the missing folders above it.
    [[nodiscard]] static Result<NewFile> create(const std::filesystem::path& target);
    NewFile(NewFile&& other) noexcept
        : m_target(std::move(other.m_target)),
          m_temporary(std::move(other.m_temporary)),
          m_descriptor(std::exchange(other.m_descriptor, -1)) {}
    NewFile& operator=(NewFile&&) = delete;
    ~NewFile();

    [[nodiscard]] Result<void> write(std::string_view bytes);
    [[nodiscard]] Result<void> commit();

 private:
    NewFile(std::filesystem::path target, std::filesystem::path temporary, int descriptor)
        : m_target(std::move(target)), m_temporary(std::move(temporary)), m_descriptor(descriptor) {}

    std::filesystem::path m_target, m_temporary;
    int m_descriptor;
};

/// Writes a file, replacing an existing one; missing parent folders are created. Errors: Io.
[[nodiscard]] Result<void> writeSmallText(const std::filesystem::path& target, std::string_view text);
[[nodiscard]] Result<void> writeSmallFile(const std::filesystem::path& target, const nlohmann::ordered_json& json);

}  // namespace kvw
