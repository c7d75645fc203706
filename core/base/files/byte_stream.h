// SPDX-License-Identifier: Apache-2.0
/// Sequential reading of one file, so that a file of any size takes the memory of one block.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "core/base/error.h"

namespace kvw::bundle {

/// Thread: one at a time.
class ByteStream {
 public:
    static constexpr std::size_t kBlock = std::size_t{1} << 16;

    virtual ~ByteStream() = default;
    ByteStream(const ByteStream&) = delete;
    ByteStream& operator=(const ByteStream&) = delete;

    /// Returns the size that the file claims; it never yields more bytes.
    [[nodiscard]] std::int64_t size() const noexcept { return m_size; }
    /// Fills `to` unless the file ends first; returns 0 at the end of an intact file. Errors: Io; BadInput (damaged, or
    /// more or fewer bytes than claimed). The sentence names the file.
    [[nodiscard]] Result<std::size_t> read(char* to, std::size_t size);

 protected:
    ByteStream(std::string where, std::int64_t size) : m_where(std::move(where)), m_size(size) {}
    /// Reads some bytes; returns 0 at the end.
    [[nodiscard]] virtual Result<std::size_t> fetch(char* to, std::size_t size) = 0;

    std::string m_where;

 private:
    std::int64_t m_size, m_read = 0;
};

/// Stream over bytes in memory, which must outlive it.
class MemoryStream final : public ByteStream {
 public:
    MemoryStream(std::string_view bytes, std::string where)
        : ByteStream(std::move(where), std::ssize(bytes)), m_left(bytes) {}

 protected:
    [[nodiscard]] Result<std::size_t> fetch(char* to, std::size_t size) override;

 private:
    std::string_view m_left;
};

/// Calls `take(block)` for each block up to the end.
template <class Take>
[[nodiscard]] Result<void> forEachBlock(ByteStream& stream, Take take) {
    std::string block(ByteStream::kBlock, '\0');
    for (;;) {
        KVW_TRY_ASSIGN(const auto count, stream.read(block.data(), block.size()));
        if (count == 0) {
            return {};
        }
        take(std::string_view(block.data(), count));
    }
}

/// Returns all bytes; memory grows with the bytes that are really there.
[[nodiscard]] Result<std::string> readAll(ByteStream& stream);

}  // namespace kvw::bundle
