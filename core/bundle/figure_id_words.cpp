// SPDX-License-Identifier: Apache-2.0
#include "core/bundle/figure_id_words.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/bundle/text_format.h"

namespace kvw::figures {

Range rangeWithin(const std::optional<Range>& range, std::int64_t count) {
    return range ? Range{std::max<std::int64_t>(0, range->first), std::min(range->last, count - 1)}
                 : Range{0, count - 1};
}

std::string rangeId(const char* axis, const std::optional<Range>& range) {
    return range ? fmt::format("-{}-{}-{}", axis, range->first, range->last) : std::string();
}

IdWords::IdWords(std::string_view id, std::string_view name)
    : m_named(id.starts_with(name) && (id.size() == name.size() || id[name.size()] == '-')) {
    if (m_named) {
        m_rest = id.substr(name.size());
    }
}

bool IdWords::take(std::string_view words) {
    const std::string_view next = m_rest.substr(std::min<std::size_t>(1, m_rest.size()));
    if (!more() || !next.starts_with(words) || (next.size() > words.size() && next[words.size()] != '-')) {
        return false;
    }
    m_rest = next.substr(words.size());
    return true;
}

std::int32_t IdWords::number(std::int64_t end) {
    const std::string_view next = m_rest.substr(std::min<std::size_t>(1, m_rest.size()));
    const std::string_view digits = next.substr(0, next.find('-'));
    const auto value = bundle::parseInteger(digits);
    if (m_broken || digits.empty() || !value || *value < 0 || *value >= end || *value > (1 << 30)) {
        m_broken = true;
        return 0;
    }
    m_rest = next.substr(digits.size());
    return static_cast<std::int32_t>(*value);
}

Range IdWords::range(std::int64_t end) {
    const std::int64_t first = number(end), last = number(end);
    m_broken = m_broken || last < first;
    return {first, last};
}

}  // namespace kvw::figures
