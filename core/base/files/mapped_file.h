// SPDX-License-Identifier: Apache-2.0
/// Files mapped read-only into memory.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>

#include "core/base/error.h"

namespace kvw {

/// Mapping of a file, unmapped on destruction. Movable, not copyable. Thread: const access from any thread. The bytes
/// are valid while the object lives; moving keeps them. If another program shortens the file, access to the bytes ends
/// the process with SIGBUS, as with every mapping; `read` returns an error instead.
class MappedFile {
 public:
    /// Maps a file; an empty file gives empty bytes. Errors: NotFound (no such file), BadInput (not a regular file, a
    /// pointer of Git LFS), Io (cannot be read or mapped).
    [[nodiscard]] static Result<MappedFile> open(const std::filesystem::path& path);
    /// Like `open`, but follows once a small file that holds the text of a symbolic link to a file of the same
    /// extension, which checkouts and archives without links leave in its place.
    [[nodiscard]] static Result<MappedFile> openLinked(const std::filesystem::path& path);

    MappedFile() = default;
    MappedFile(MappedFile&& other) noexcept;
    MappedFile& operator=(MappedFile&& other) noexcept;
    MappedFile(const MappedFile&) = delete;
    MappedFile& operator=(const MappedFile&) = delete;
    ~MappedFile();

    [[nodiscard]] std::span<const std::byte> bytes() const noexcept { return m_bytes; }
    [[nodiscard]] const std::filesystem::path& path() const noexcept { return m_path; }

    /// Copies `part`, which lies within bytes(), to `target` without touching the mapping, so no pages stay in the
    /// process's memory. Errors: Io (the disk fails, the file has become shorter).
    [[nodiscard]] Result<void> read(std::span<const std::byte> part, std::byte* target) const;
    /// Asks the system to read `part` ahead from the disk.
    void willNeed(std::span<const std::byte> part) const noexcept;
    /// Releases the memory of the pages read so far; they can be read again.
    void release() const noexcept;

 private:
    std::span<const std::byte> m_bytes;
    std::filesystem::path m_path;
    int m_descriptor = -1;
};

/// Returns the whole file as text, unchanged. Errors: as `MappedFile::open`, and BadInput above `limit` bytes.
[[nodiscard]] Result<std::string> readFile(const std::filesystem::path& path, std::size_t limit);

}  // namespace kvw
