// SPDX-License-Identifier: Apache-2.0
#include "core/base/files/mapped_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <string_view>
#include <utility>

#include "core/base/files/file_kind.h"

namespace kvw {

Result<MappedFile> MappedFile::open(const std::filesystem::path& path) {
    // O_NONBLOCK: opening a FIFO must not wait for a writer.
    MappedFile mapped;
    mapped.m_descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    mapped.m_path = path;
    if (mapped.m_descriptor < 0) {
        const int reason = errno;
        if (reason == ENOENT || reason == ENOTDIR) {
            return fail(Code::NotFound, path.string(), "there is no such file");
        }
        if (reason == ELOOP) {
            return fail(Code::BadInput, path.string(), "its symbolic links form a loop", "", "a file");
        }
        return fail(Code::Io, path.string(), phrase("cannot be opened: %1", systemReason(reason)));
    }
    struct stat info {};
    if (::fstat(mapped.m_descriptor, &info) != 0) {
        return fail(Code::Io, path.string(), phrase("cannot be read: %1", systemReason(errno)));
    }
    if (!S_ISREG(info.st_mode)) {
        return fail(Code::BadInput, path.string(), "is not a file", S_ISDIR(info.st_mode) ? "a folder" : "a device");
    }
    if (info.st_size > 0) {
        const auto size = static_cast<std::size_t>(info.st_size);
        void* start = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, mapped.m_descriptor, 0);
        if (start == MAP_FAILED) {
            return fail(Code::Io, path.string(), phrase("cannot be mapped: %1", systemReason(errno)));
        }
        mapped.m_bytes = {static_cast<const std::byte*>(start), size};
    }
    if (const auto size = lfsPointer(mapped.m_bytes)) {
        return fail(Code::BadInput, path.string(), "this is a pointer of Git LFS, not the file itself",
                    phrase("%1 bytes", mapped.m_bytes.size()),
                    phrase("the file of %1 bytes, which git lfs pull fetches", *size));
    }
    return mapped;
}

MappedFile::MappedFile(MappedFile&& other) noexcept
    : m_bytes(std::exchange(other.m_bytes, {})),
      m_path(std::move(other.m_path)),
      m_descriptor(std::exchange(other.m_descriptor, -1)) {}

MappedFile& MappedFile::operator=(MappedFile&& other) noexcept {
    std::swap(m_bytes, other.m_bytes);
    std::swap(m_path, other.m_path);
    std::swap(m_descriptor, other.m_descriptor);
    return *this;
}

MappedFile::~MappedFile() {
    if (!m_bytes.empty()) {
        ::munmap(const_cast<std::byte*>(m_bytes.data()), m_bytes.size());
    }
    if (m_descriptor >= 0) {
        ::close(m_descriptor);
    }
}

Result<void> MappedFile::read(std::span<const std::byte> part, std::byte* target) const {
    auto offset = static_cast<off_t>(part.data() - m_bytes.data());
    std::size_t left = part.size();
    while (left > 0) {
        const ssize_t count = ::pread(m_descriptor, target, left, offset);
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count < 0) {
            return fail(Code::Io, m_path.string(), phrase("cannot be read: %1", systemReason(errno)));
        }
        if (count == 0) {
            return fail(Code::Io, m_path.string(), "the file became shorter while it was read",
                        phrase("%1 bytes", offset), phrase("%1 bytes", m_bytes.size()));
        }
        target += count;
        offset += count;
        left -= static_cast<std::size_t>(count);
    }
    return {};
}

void MappedFile::willNeed(std::span<const std::byte> part) const noexcept {
    ::posix_fadvise(m_descriptor, part.data() - m_bytes.data(), static_cast<off_t>(part.size()), POSIX_FADV_WILLNEED);
}

void MappedFile::release() const noexcept {
    if (!m_bytes.empty()) {
        ::madvise(const_cast<std::byte*>(m_bytes.data()), m_bytes.size(), MADV_DONTNEED);
    }
}

Result<MappedFile> MappedFile::openLinked(const std::filesystem::path& path) {
    constexpr std::size_t kLongestPath = 1024;
    auto file = open(path);
    const auto bytes = file ? file->bytes() : std::span<const std::byte>();
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    const std::string kind = path.extension().string();
    if (text.size() > kLongestPath || kind.empty() || !text.ends_with(kind) ||
        text.find('\0') != std::string_view::npos) {
        return file;
    }
    const std::filesystem::path target = path.parent_path() / text;
    std::error_code ignored;
    return std::filesystem::is_regular_file(target, ignored) ? open(target) : std::move(file);
}

Result<std::string> readFile(const std::filesystem::path& path, std::size_t limit) {
    KVW_TRY_ASSIGN(const auto file, MappedFile::open(path));
    const auto bytes = file.bytes();
    if (bytes.size() > limit) {
        return fail(Code::BadInput, path.string(), "the file is too large", phrase("%1 bytes", bytes.size()),
                    phrase("at most %1", limit));
    }
    return std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size());
}

}  // namespace kvw
