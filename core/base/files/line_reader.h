// SPDX-License-Identifier: Apache-2.0
/// The lines of a file, one at a time, with bounded memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/error.h"
#include "core/base/files/byte_stream.h"

namespace kvw::bundle {

/// Reader of a file's lines: every line must end in "\n" and have at most `longest` bytes. The stream must outlive the
/// reader.
class LineReader {
 public:
    LineReader(ByteStream& stream, std::string where, std::size_t longest)
        : m_stream(stream), m_where(std::move(where)), m_longest(longest) {}

    /// Returns the next line without its end, valid until the next call; none at the end of the file.
    [[nodiscard]] Result<std::optional<std::string_view>> next();
    /// Returns an error about the line that was read last.
    [[nodiscard]] tl::unexpected<Error> errorAt(Phrase what, Phrase found, Phrase expected) const;

 private:
    [[nodiscard]] Result<bool> refill();

    ByteStream& m_stream;
    std::string m_where;
    std::size_t m_longest;
    std::string m_buffer;
    std::size_t m_at = 0;  ///< where the next line begins in the buffer
    std::int64_t m_number = 0;
};

}  // namespace kvw::bundle
