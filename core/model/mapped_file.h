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
/// mapped file; `read` gives an error instead.
class MappedFile {
 public:
    /// Errors: NotFound (no such file), BadInput (not a regular file, a pointer of Git LFS), Io (cannot be read or
    /// mapped). An empty file gives empty bytes.
    [[nodiscard]] static Result<MappedFile> open(const std::filesystem::path& path);
    /// The same, but a small file that is the text of a symbolic link to a file of the same kind, as a checkout or an
    /// archive without links leaves one, is followed once.
    [[nodiscard]] static Result<MappedFile> openLinked(const std::filesystem::path& path);

    MappedFile() = default;
    MappedFile(MappedFile&& other) noexcept;
    MappedFile& operator=(MappedFile&& other) noexcept;
    MappedFile(const MappedFile&) = delete;
    MappedFile& operator=(const MappedFile&) = delete;
    ~MappedFile();

    [[nodiscard]] std::span<const std::byte> bytes() const noexcept { return m_bytes; }
    [[nodiscard]] const std::filesystem::path& path() const noexcept { return m_path; }

    /// Copies `part`, which lies within bytes(), to `target` without touching the mapping: nothing of the file stays in
    /// the process's memory. Errors: Io (the disk fails, the file has become shorter).
    [[nodiscard]] Result<void> read(std::span<const std::byte> part, std::byte* target) const;
    /// Asks the system to read `part` from the disk soon.
    void willNeed(std::span<const std::byte> part) const noexcept;
    /// Gives the memory of pages read so far back; they can be read again.
    void release() const noexcept;

 private:
    std::span<const std::byte> m_bytes;
    std::filesystem::path m_path;
    int m_descriptor = -1;
};

/// The whole file as text, unchanged. Errors: as `MappedFile::open`, and BadInput above `limit` bytes.
[[nodiscard]] Result<std::string> readFile(const std::filesystem::path& path, std::size_t limit);

}  // namespace kvw
