// SPDX-License-Identifier: Apache-2.0
/// Writes files atomically: a file appears whole or not at all.
#pragma once

#include <cstdio>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"

namespace kvw::cli {

/// A file being written under a temporary name beside the target. `commit` syncs and renames it; without `commit`
/// nothing is left behind.
class NewFile {
 public:
    [[nodiscard]] static Result<NewFile> create(const std::filesystem::path& target);
    NewFile(NewFile&& other) noexcept;
    NewFile& operator=(NewFile&&) = delete;
    NewFile(const NewFile&) = delete;
    NewFile& operator=(const NewFile&) = delete;
    ~NewFile();

    [[nodiscard]] Result<void> write(std::span<const std::byte> bytes);
    [[nodiscard]] Result<void> commit();

 private:
    NewFile(std::filesystem::path target, std::filesystem::path temporary, std::FILE* file)
        : m_target(std::move(target)), m_temporary(std::move(temporary)), m_file(file) {}
    [[nodiscard]] tl::unexpected<Error> ioError(const char* what) const;

    std::filesystem::path m_target, m_temporary;
    std::FILE* m_file;
};

/// Writes a whole file; creates missing parent folders.
[[nodiscard]] Result<void> writeFile(const std::filesystem::path& target, std::string_view text);

/// Writes files to the folder that it is given, and returns their names below it.
using FillFolder = std::function<Result<std::vector<std::string>>(const std::filesystem::path& folder)>;

/// Makes a folder, or adds files to one that is there. `fill` writes to a temporary folder, so that a full disk is
/// noticed before anything is replaced; then the files are moved into place, in the order of their names in its answer.
/// If one of them fails, `written` (null: nobody asks) lists those that are there. Errors: those of `fill`, with paths
/// below `target`; Io.
[[nodiscard]] Result<void> writeFolder(const std::filesystem::path& target, const FillFolder& fill,
                                       std::vector<std::string>* written = nullptr);

}  // namespace kvw::cli
