// SPDX-License-Identifier: Apache-2.0
#include "core/figures/figure_id_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/text_format.h"

namespace kvw::figures {

Range rangeWithin(const std::optional<Range>& range, std::int64_t count) {
    return range ? Range{std::max<std::int64_t>(0, range->first), std::min(range->last, count - 1)}
                 : Range{0, count - 1};
}

std::string rangeId(const char* axis, const std::optional<Range>& range) {
    return range ? fmt::format("-{}-{}-{}", axis, range->first, range->last) : std::string();
}

std::string runsId(const char* word, std::span<const std::int32_t> tokens) {
    std::vector<std::int32_t> sorted(tokens.begin(), tokens.end());
    std::sort(sorted.begin(), sorted.end());
    std::string id;
    for (std::size_t first = 0, last = 0; first < sorted.size(); first = last + 1) {
        for (last = first; last + 1 < sorted.size() && sorted[last + 1] - sorted[last] <= 1; ++last) {
        }
        id += fmt::format("-{}-{}", sorted[first], sorted[last]);
    }
    return id.empty() ? id : fmt::format("-{}{}", word, id);
}

std::string numberId(double value) {
    std::string digits = fmt::format("{}", value);
    std::replace(digits.begin(), digits.end(), '.', 'p');
    return digits;
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

bool IdWords::digitNext() const noexcept {
    return more() && m_rest.size() > 1 && m_rest[1] >= '0' && m_rest[1] <= '9';
}

std::vector<std::int32_t> IdWords::numbers(std::int64_t end) {
    std::vector<std::int32_t> found;
    do {
        const std::int32_t next = number(end);
        m_broken = m_broken || (!found.empty() && next <= found.back());
        found.push_back(next);
    } while (digitNext());
    return found;
}

std::vector<std::int32_t> IdWords::runs(std::int64_t end) {
    std::vector<std::int32_t> found;
    do {
        const Range run = range(end);
        m_broken = m_broken || (!found.empty() && run.first <= found.back());
        for (std::int64_t at = run.first; !m_broken && at <= run.last; ++at) {
            found.push_back(static_cast<std::int32_t>(at));
        }
    } while (digitNext());
    return found;
}

double IdWords::positive() {
    const std::string_view next = m_rest.substr(std::min<std::size_t>(1, m_rest.size()));
    const std::string_view digits = next.substr(0, next.find('-'));
    std::string shown(digits);
    std::replace(shown.begin(), shown.end(), 'p', '.');
    const auto value = bundle::parseNumber<double>(shown);
    if (m_broken || digits.empty() || digits.find('.') != std::string_view::npos || !value || !std::isfinite(*value) ||
        *value <= 0) {
        m_broken = true;
        return 1;
    }
    m_rest = next.substr(digits.size());
    return *value;
}

Range IdWords::range(std::int64_t end) {
    const std::int64_t first = number(end), last = number(end);
    m_broken = m_broken || last < first;
    return {first, last};
}

}  // namespace kvw::figures
