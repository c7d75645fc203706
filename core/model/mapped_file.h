// SPDX-License-Identifier: Apache-2.0
/// A file mapped read-only into memory, unmapped on destruction.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>

#include "core/base/error.h"

namespace kvw {

/// Movable, not copyable. Thread: const access from any thread. The bytes are valid while the object lives (moving
/// keeps them). A file that another program shortens while it is mapped ends the process with SIGBUS, as with every
/// mapped file.
class MappedFile {
 public:
    /// Errors: NotFound (no such file), BadInput (not a regular file), Io (cannot be read or mapped). An empty file
    /// gives empty bytes.
    [[nodiscard]] static Result<MappedFile> open(const std::filesystem::path& path);

    MappedFile() = default;
    MappedFile(MappedFile&& other) noexcept;
    MappedFile& operator=(MappedFile&& other) noexcept;
    MappedFile(const MappedFile&) = delete;
    MappedFile& operator=(const MappedFile&) = delete;
    ~MappedFile();

    [[nodiscard]] std::span<const std::byte> bytes() const noexcept { return m_bytes; }

 private:
    std::span<const std::byte> m_bytes;
};

/// The whole file as text, unchanged. Errors: as `MappedFile::open`, and BadInput above `limit` bytes.
[[nodiscard]] Result<std::string> readFile(const std::filesystem::path& path, std::size_t limit);

}  // namespace kvw
