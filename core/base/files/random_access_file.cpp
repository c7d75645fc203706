// SPDX-License-Identifier: Apache-2.0
#include "core/base/files/random_access_file.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

namespace kvw::bundle {
namespace {

class FileBytes final : public RandomAccessFile {
 public:
    explicit FileBytes(int descriptor) : m_descriptor(descriptor) {}
    ~FileBytes() override { ::close(m_descriptor); }

    bool read(std::int64_t at, void* to, std::size_t size) const noexcept override {
        auto* next = static_cast<char*>(to);
        while (size > 0) {
            const ssize_t count = ::pread(m_descriptor, next, size, static_cast<off_t>(at));
            if (count == 0 || (count < 0 && errno != EINTR)) {
                return false;
            }
            if (count > 0) {
                next += count;
                at += count;
                size -= static_cast<std::size_t>(count);
            }
        }
        return true;
    }

 private:
    int m_descriptor;
};

class ChunkBytes final : public RandomAccessFile {
 public:
    explicit ChunkBytes(std::unique_ptr<MappedChunk> chunk) : m_chunk(std::move(chunk)) {}

    bool read(std::int64_t at, void* to, std::size_t size) const noexcept override {
        const std::size_t there = m_chunk == nullptr ? 0 : m_chunk->size();
        if (at < 0 || static_cast<std::size_t>(at) > there || size > there - static_cast<std::size_t>(at)) {
            return false;
        }
        if (size > 0) {
            std::memcpy(to, m_chunk->data() + at, size);
        }
        return true;
    }

 private:
    std::unique_ptr<MappedChunk> m_chunk;
};

}  // namespace

std::shared_ptr<const RandomAccessFile> randomAccessFile(int descriptor) {
    return std::make_shared<FileBytes>(descriptor);
}

std::shared_ptr<const RandomAccessFile> randomAccessFile(std::unique_ptr<MappedChunk> chunk) {
    return std::make_shared<ChunkBytes>(std::move(chunk));
}

}  // namespace kvw::bundle
