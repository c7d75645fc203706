// SPDX-License-Identifier: Apache-2.0
/// Memory that the system can reclaim: a mapped temporary file without a name.
#pragma once

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <span>
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

/// Mapped file without a name. It is allocated in full, so that a full disk is an error at once and not a SIGBUS later.
/// Starts as zeros.
class MappedChunk {
 public:
    /// Creates a file of `bytes`. `written`: its descriptor stays open for `write`, until endWriting. Errors: errno.
    [[nodiscard]] static tl::expected<std::unique_ptr<MappedChunk>, int> create(std::size_t bytes,
                                                                                bool written = false) {
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
        if (error != 0 || !written) {
            close(file);
        }
        if (error != 0) {
            return tl::unexpected(error);
        }
        return std::unique_ptr<MappedChunk>(new MappedChunk(static_cast<std::byte*>(data), bytes, written ? file : -1));
    }
    ~MappedChunk() {
        munmap(m_data, m_size);
        endWriting();
    }
    MappedChunk(const MappedChunk&) = delete;
    MappedChunk& operator=(const MappedChunk&) = delete;

    /// Releases the pages. The bytes stay readable and writable; they are read back from the file when accessed.
    /// `begin` must be on a page boundary.
    void leaveMemory(std::size_t begin, std::size_t end) const noexcept {
        madvise(m_data + begin, end - begin, MADV_DONTNEED);
    }
    /// Closes the descriptor; the bytes stay mapped.
    void endWriting() noexcept {
        if (m_file >= 0) {
            close(m_file);
            m_file = -1;
        }
    }
    /// Writes the parts, one behind the other, from `offset` on; changes the parts. They do not enter the memory of the
    /// process, and a page costs less than its first access by a pointer. Returns errno; 0: all is written.
    [[nodiscard]] int write(std::size_t offset, std::span<iovec> parts) const noexcept {
        constexpr std::size_t kMostParts = 1024;  // IOV_MAX of Linux
        while (!parts.empty()) {
            const auto count = static_cast<int>(std::min(parts.size(), kMostParts));
            const ssize_t done = pwritev(m_file, parts.data(), count, static_cast<off_t>(offset));
            if (done < 0 && errno != EINTR) {
                return errno;
            }
            auto left = static_cast<std::size_t>(std::max<ssize_t>(done, 0));
            offset += left;
            while (!parts.empty() && left >= parts.front().iov_len) {
                left -= parts.front().iov_len;
                parts = parts.subspan(1);
            }
            if (done == 0 && !parts.empty()) {
                return EIO;
            }
            if (left > 0) {
                parts.front().iov_base = static_cast<std::byte*>(parts.front().iov_base) + left;
                parts.front().iov_len -= left;
            }
        }
        return 0;
    }
    [[nodiscard]] std::byte* data() const noexcept { return m_data; }
    [[nodiscard]] std::size_t size() const noexcept { return m_size; }

 private:
    MappedChunk(std::byte* data, std::size_t size, int file) : m_data(data), m_size(size), m_file(file) {}
    std::byte* m_data;
    std::size_t m_size;
    int m_file;  ///< -1: closed, so that many chunks take no descriptors
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
