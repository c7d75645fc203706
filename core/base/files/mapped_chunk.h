// SPDX-License-Identifier: Apache-2.0
/// Memory that the system can reclaim: a mapped temporary file without a name.
#pragma once

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <tl/expected.hpp>

namespace kvw {

[[nodiscard]] inline std::string folderForTemporaries() {
    std::error_code error;
    const std::filesystem::path folder = std::filesystem::temp_directory_path(error);
    if (!error) {
        return folder.string();
    }
    const char* wanted = std::getenv("TMPDIR");
    return wanted != nullptr ? wanted : "/tmp";
}

/// Mapped file without a name. It is allocated in full, so that a full disk is an error at once and not a SIGBUS later;
/// its descriptor is closed. Starts as zeros.
class MappedChunk {
 public:
    /// Creates a file of `bytes`. Errors: errno.
    [[nodiscard]] static tl::expected<std::unique_ptr<MappedChunk>, int> create(std::size_t bytes) {
        std::string name = folderForTemporaries() + "/kvw-mapped-XXXXXX";
        const int file = mkostemp(name.data(), O_CLOEXEC);
        if (file < 0) {
            return tl::unexpected(errno);
        }
        unlink(name.c_str());
        int error = EINTR;
        while (error == EINTR) {
            error = posix_fallocate(file, 0, static_cast<off_t>(bytes));
        }
        void* data = MAP_FAILED;
        if (error == 0) {
            data = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
            error = data == MAP_FAILED ? errno : 0;
        }
        close(file);
        if (error != 0) {
            return tl::unexpected(error);
        }
        return std::unique_ptr<MappedChunk>(new MappedChunk(static_cast<std::byte*>(data), bytes));
    }
    ~MappedChunk() { munmap(m_data, m_size); }
    MappedChunk(const MappedChunk&) = delete;
    MappedChunk& operator=(const MappedChunk&) = delete;

    /// Releases the pages. The bytes stay readable and writable; they are read back from the file when accessed.
    /// `begin` must be on a page boundary.
    void leaveMemory(std::size_t begin, std::size_t end) const noexcept {
        madvise(m_data + begin, end - begin, MADV_DONTNEED);
    }
    [[nodiscard]] std::byte* data() const noexcept { return m_data; }
    [[nodiscard]] std::size_t size() const noexcept { return m_size; }

 private:
    MappedChunk(std::byte* data, std::size_t size) : m_data(data), m_size(size) {}
    std::byte* m_data;
    std::size_t m_size;
};

/// Size in bytes from which data that grows with a run is placed in temporary files.
inline constexpr std::size_t kSpilledFrom = std::size_t{256} << 10U;

/// Returns a file for so many bytes; null: they are too few, or there is no room.
[[nodiscard]] inline std::unique_ptr<MappedChunk> spill(std::size_t bytes) {
    if (bytes < kSpilledFrom) {
        return nullptr;
    }
    auto file = MappedChunk::create(bytes);
    return file ? std::move(*file) : nullptr;
}

}  // namespace kvw
