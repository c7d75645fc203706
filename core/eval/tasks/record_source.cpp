// SPDX-License-Identifier: Apache-2.0
#include "core/eval/tasks/record_source.h"

namespace kvw::eval {

Result<bool> RecordSource::advance() {
    ++m_index;
    while (m_index >= m_samples) {
        if (m_part == m_parts.size()) {
            return false;
        }
        if (!m_reader) {
            KVW_TRY_ASSIGN(m_reader, openPart(m_parts[m_part]));
        }
        m_index = m_samples = 0;
        KVW_TRY_ASSIGN(const bool more,
                       m_reader->takeNext(
                           [this](Record record) {
                               return take(m_parts[m_part], std::move(record)).map([this](std::int64_t samples) {
                                   m_samples = samples;
                               });
                           },
                           [this](const Error& error) { addMalformed(error); }));
        if (!more) {
            m_reader.reset();
            ++m_part;
        }
    }
    return true;
}

Result<bool> RecordSource::moved() {
    const std::optional<Result<bool>> ahead = std::exchange(m_ahead, std::nullopt);
    return ahead ? *ahead : advance();
}

std::optional<std::pair<std::string, std::string>> RecordSource::peek() {
    if (!m_ahead) {
        m_ahead = advance();
    }
    const bool known = m_ahead->has_value() && **m_ahead;
    return known ? std::optional(nameOf(m_parts[m_part], m_index)) : std::nullopt;
}

Result<std::optional<Sample>> RecordSource::next() {
    KVW_TRY_ASSIGN(const bool more, moved());
    if (!more) {
        return std::nullopt;
    }
    return sample(m_parts[m_part], m_index);
}

Result<bool> RecordSource::skip() {
    return moved();
}

}  // namespace kvw::eval
