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
            m_number = 0;
            m_first = true;
        }
        m_index = m_samples = 0;
        auto record = m_reader->next();
        if (record && !*record) {
            m_reader.reset();
            ++m_part;
            continue;
        }
        const std::int64_t number = m_number++;
        const auto samples = record ? take(m_parts[m_part], std::move(**record), number)
                                    : Result<std::int64_t>(tl::unexpected(record.error()));
        if (samples) {
            m_samples = *samples;
        } else if (samples.error().code != Code::BadInput || (m_first && samples.error().reason == kOtherMembers)) {
            return tl::unexpected(samples.error());
        } else {
            addMalformedRecord(samples.error());
        }
        m_first = m_first && !record;
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
