// SPDX-License-Identifier: Apache-2.0
#include "core/cache/buffer.h"

#include <cstdlib>
#include <cstring>
#include <new>
#include <utility>

namespace kvw {

namespace {

constexpr std::size_t kCacheLine = 64;

void freeBytes(std::byte* bytes) {
    std::free(bytes);  // NOLINT: made by aligned_alloc
}

}  // namespace

Buffer::Buffer() : m_bytes(nullptr, &freeBytes) {}

Buffer::Buffer(const Buffer& other) : Buffer() {
    if (other.m_size == 0) {
        return;
    }
    m_bytes.reset(static_cast<std::byte*>(std::aligned_alloc(kCacheLine, other.m_size)));
    if (!m_bytes) {
        throw std::bad_alloc();
    }
    m_size = other.m_size;
    std::memcpy(m_bytes.get(), other.m_bytes.get(), m_size);
}

void Buffer::moveTo(std::shared_ptr<MappedChunk> chunk, std::size_t offset) {
    std::byte* bytes = chunk->data() + offset;
    std::memcpy(bytes, m_bytes.get(), m_size);
    m_bytes = {bytes, [](std::byte*) {}};
    m_chunk = std::move(chunk);
}

Result<Buffer> Buffer::make(std::size_t size) {
    Buffer buffer;
    if (size == 0) {
        return buffer;
    }
    const std::size_t rounded = (size + kCacheLine - 1) / kCacheLine * kCacheLine;
    buffer.m_bytes.reset(static_cast<std::byte*>(std::aligned_alloc(kCacheLine, rounded)));
    if (!buffer.m_bytes) {
        return fail(Code::OutOfMemory, "cache", phrase("no memory for a buffer of %1 bytes", rounded));
    }
    std::memset(buffer.m_bytes.get(), 0, rounded);
    buffer.m_size = rounded;
    return buffer;
}

}  // namespace kvw
