// SPDX-License-Identifier: Apache-2.0
#include "core/base/files/byte_stream.h"

#include <algorithm>
#include <cstring>

namespace kvw::bundle {

Result<std::size_t> ByteStream::read(char* to, std::size_t size) {
    std::size_t filled = 0;
    bool ended = false;
    while (filled < size && !ended) {
        KVW_TRY_ASSIGN(auto count, fetch(to + filled, size - filled));
        filled += count;
        ended = count == 0;
    }
    m_read += static_cast<std::int64_t>(filled);
    if (m_read > m_size || (ended && m_read < m_size)) {
        return fail(Code::BadInput, m_where, "the file is not as long as it claims",
                    m_read > m_size ? phrase("more bytes") : phrase("%1 bytes", m_read), phrase("%1 bytes", m_size));
    }
    return filled;
}

Result<std::size_t> MemoryStream::fetch(char* to, std::size_t size) {
    const std::size_t count = std::min(size, m_left.size());
    if (count > 0) {
        std::memcpy(to, m_left.data(), count);
        m_left.remove_prefix(count);
    }
    return count;
}

Result<std::string> readAll(ByteStream& stream) {
    std::string bytes;
    const auto read = forEachBlock(stream, [&](std::string_view block) { bytes += block; });
    return read ? Result<std::string>(std::move(bytes)) : tl::unexpected(read.error());
}

}  // namespace kvw::bundle
