// SPDX-License-Identifier: Apache-2.0
#include "core/base/files/line_reader.h"

namespace kvw::bundle {

Result<bool> LineReader::refill() {
    m_buffer.erase(0, m_at);
    m_at = 0;
    const std::size_t filled = m_buffer.size();
    m_buffer.resize(filled + ByteStream::kBlock);
    const auto count = m_stream.read(m_buffer.data() + filled, ByteStream::kBlock);
    m_buffer.resize(filled + count.value_or(0));
    return count ? Result<bool>(*count > 0) : tl::unexpected(count.error());
}

Result<std::optional<std::string_view>> LineReader::next() {
    ++m_number;
    std::size_t searched = 0;  // bytes of the line that hold no end
    for (;;) {
        const std::size_t end = m_buffer.find('\n', m_at + searched);
        const std::size_t length = (end == std::string::npos ? m_buffer.size() : end) - m_at;
        if (length > m_longest) {
            return errorAt("the line is too long", phrase("more than %1 bytes", m_longest),
                           phrase("at most %1 bytes", m_longest));
        }
        if (end != std::string::npos) {
            const std::string_view line = std::string_view(m_buffer).substr(m_at, length);
            m_at = end + 1;
            return line;
        }
        searched = length;
        KVW_TRY_ASSIGN(const auto more, refill());
        if (!more && searched > 0) {
            return errorAt("the last line is cut off", {}, {});
        }
        if (!more) {
            return std::nullopt;
        }
    }
}

tl::unexpected<Error> LineReader::errorAt(Phrase what, Phrase found, Phrase expected) const {
    return fail(Code::BadInput, phrase("%1, line %2", m_where, m_number), std::move(what), std::move(found),
                std::move(expected));
}

}  // namespace kvw::bundle
