// SPDX-License-Identifier: Apache-2.0
#include "core/model/mapped_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

namespace kvw {
namespace {

/// Closes on scope exit: the mapping outlives the descriptor.
struct Descriptor {
    int number;
    ~Descriptor() {
        if (number >= 0) {
            ::close(number);
        }
    }
};

}  // namespace

Result<MappedFile> MappedFile::open(const std::filesystem::path& path) {
    // O_NONBLOCK: opening a FIFO must not wait for a writer.
    const Descriptor file{::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)};
    if (file.number < 0) {
        const int reason = errno;
        if (reason == ENOENT || reason == ENOTDIR) {
            return fail(Code::NotFound, path.string(), "there is no such file");
        }
        return fail(Code::Io, path.string(), std::string("cannot be opened: ") + std::strerror(reason));
    }
    struct stat info {};
    if (::fstat(file.number, &info) != 0) {
        return fail(Code::Io, path.string(), std::string("cannot be read: ") + std::strerror(errno));
    }
    if (!S_ISREG(info.st_mode)) {
        return fail(Code::BadInput, path.string(), "is not a file", S_ISDIR(info.st_mode) ? "a folder" : "a device");
    }
    MappedFile mapped;
    if (info.st_size > 0) {
        const auto size = static_cast<std::size_t>(info.st_size);
        void* start = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.number, 0);
        if (start == MAP_FAILED) {
            return fail(Code::Io, path.string(), std::string("cannot be mapped: ") + std::strerror(errno));
        }
        mapped.m_bytes = {static_cast<const std::byte*>(start), size};
    }
    return mapped;
}

MappedFile::MappedFile(MappedFile&& other) noexcept : m_bytes(std::exchange(other.m_bytes, {})) {}

MappedFile& MappedFile::operator=(MappedFile&& other) noexcept {
    std::swap(m_bytes, other.m_bytes);
    return *this;
}

MappedFile::~MappedFile() {
    if (!m_bytes.empty()) {
        ::munmap(const_cast<std::byte*>(m_bytes.data()), m_bytes.size());
    }
}

Result<std::string> readFile(const std::filesystem::path& path, std::size_t limit) {
    const auto file = MappedFile::open(path);
    if (!file) {
        return tl::unexpected(file.error());
    }
    const auto bytes = file->bytes();
    if (bytes.size() > limit) {
        return fail(Code::BadInput, path.string(), "the file is too large", fmt::format("{} bytes", bytes.size()),
                    fmt::format("at most {}", limit));
    }
    return std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size());
}

}  // namespace kvw
