// SPDX-License-Identifier: Apache-2.0
/// Zeroed memory on cache lines, for keys, values and codes; it can move into a mapped file.
#pragma once

#include <cstddef>
#include <memory>

#include "core/base/error.h"
#include "core/base/files/mapped_chunk.h"

namespace kvw {

class Buffer {
 public:
    Buffer();
    /// Allocates a buffer; of size 0 it has no memory. OutOfMemory is an error, not an exception.
    [[nodiscard]] static Result<Buffer> make(std::size_t size);
    Buffer(Buffer&&) noexcept = default;
    Buffer& operator=(Buffer&&) noexcept = default;
    Buffer(const Buffer& other);  ///< throws std::bad_alloc, for forks
    Buffer& operator=(const Buffer&) = delete;
    ~Buffer() = default;

    [[nodiscard]] std::byte* data() noexcept { return m_bytes.get(); }
    [[nodiscard]] const std::byte* data() const noexcept { return m_bytes.get(); }
    /// The file that the bytes lie in; null: memory.
    [[nodiscard]] const MappedChunk* chunk() const noexcept { return m_chunk.get(); }
    /// Moves the bytes to `offset` (a multiple of 64) of a chunk, which the buffer then shares. Copies are in memory.
    void moveTo(std::shared_ptr<MappedChunk> chunk, std::size_t offset);
    /// As asked for, rounded up to cache lines.
    [[nodiscard]] std::size_t size() const noexcept { return m_size; }

 private:
    std::unique_ptr<std::byte[], void (*)(std::byte*)> m_bytes;
    std::size_t m_size = 0;
    std::shared_ptr<MappedChunk> m_chunk;
};

}  // namespace kvw
