// SPDX-License-Identifier: Apache-2.0
/// Zeroed memory on cache lines, for keys, values and codes.
#pragma once

#include <cstddef>
#include <memory>

#include "core/base/error.h"

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
    /// As asked for, rounded up to cache lines.
    [[nodiscard]] std::size_t size() const noexcept { return m_size; }

 private:
    std::unique_ptr<std::byte[], void (*)(std::byte*)> m_bytes;
    std::size_t m_size = 0;
};

}  // namespace kvw
