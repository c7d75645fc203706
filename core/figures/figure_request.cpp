// SPDX-License-Identifier: Apache-2.0
#include "core/figures/figure_request.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>

#include "core/base/comma_list.h"

namespace kvw::figures {

Range rangeWithin(const std::optional<Range>& range, std::int64_t count) {
    return range ? Range{std::max<std::int64_t>(0, range->first), std::min(range->last, count - 1)}
                 : Range{0, count - 1};
}

namespace {

constexpr std::size_t kLongestNumber = 24;  // all digits of 0.0001234...

/// Returns the number of "12" or "0p75"; none: it is a word.
std::optional<double> requestNumber(std::string text) {
    const bool digits = !text.empty() && text.size() <= kLongestNumber && text.front() != 'p' && text.back() != 'p' &&
                        text.find_first_not_of("0123456789p") == std::string::npos &&
                        std::count(text.begin(), text.end(), 'p') <= 1;
    if (!digits) {
        return std::nullopt;
    }
    std::replace(text.begin(), text.end(), 'p', '.');
    double number = 0;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

/// Returns "0p75" for 0.75.
std::string numberText(double value) {
    std::string digits = fmt::format("{}", value);
    std::replace(digits.begin(), digits.end(), '.', 'p');
    return digits;
}

}  // namespace

FigureRequest FigureRequest::parse(std::string_view id) {
    FigureRequest request;
    for (std::string& word : splitAt(id, '-')) {
        const auto number = requestNumber(word);
        if (number && !request.parts.empty()) {
            request.parts.back().numbers.push_back(*number);
        } else {
            request.parts.push_back({std::move(word), {}});
        }
    }
    return request;
}

std::string FigureRequest::id() const {
    std::string id;
    for (const Part& part : parts) {
        id += (id.empty() ? "" : "-") + part.word;
        for (const double number : part.numbers) {
            id += '-' + numberText(number);
        }
    }
    return id;
}

FigureRequest FigureRequest::withList(std::string_view words, const std::vector<double>& numbers) && {
    std::ranges::move(parse(words).parts, std::back_inserter(parts));
    parts.back().numbers.insert(parts.back().numbers.end(), numbers.begin(), numbers.end());
    return std::move(*this);
}

FigureRequest FigureRequest::withRuns(std::string_view words, std::span<const std::int32_t> tokens) && {
    std::vector<std::int32_t> sorted(tokens.begin(), tokens.end());
    std::sort(sorted.begin(), sorted.end());
    std::vector<double> ends;
    for (std::size_t first = 0, last = 0; first < sorted.size(); first = last + 1) {
        for (last = first; last + 1 < sorted.size() && sorted[last + 1] - sorted[last] <= 1; ++last) {
        }
        ends.insert(ends.end(), {static_cast<double>(sorted[first]), static_cast<double>(sorted[last])});
    }
    return ends.empty() ? std::move(*this) : std::move(*this).withList(words, ends);
}

std::size_t FigureRequest::standsAt(std::size_t part, std::string_view words) const {
    const std::vector<std::string> wanted = splitAt(words, '-');
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        const bool last = i + 1 == wanted.size();
        if (part + i >= parts.size() || parts[part + i].word != wanted[i] ||
            (!last && !parts[part + i].numbers.empty())) {
            return 0;
        }
    }
    return wanted.size();
}

bool FigureRequest::says(std::string_view words) const {
    for (std::size_t part = 1; part < parts.size(); ++part) {
        if (standsAt(part, words) > 0) {
            return true;
        }
    }
    return false;
}

std::vector<double> FigureRequest::numbersOf(std::string_view word, std::size_t least) const {
    for (std::size_t part = 1; part < parts.size(); ++part) {
        if (parts[part].word == word && parts[part].numbers.size() >= least) {
            return parts[part].numbers;
        }
    }
    return {};
}

FigureWords::FigureWords(const FigureRequest& request, std::string_view name) : m_request(request) {
    m_broken = !take(name);
}

bool FigureWords::take(std::string_view words) {
    const std::size_t count = m_broken || !m_numbers.empty() ? 0 : m_request.standsAt(m_next, words);
    if (count > 0) {
        m_next += count;
        m_numbers = m_request.parts[m_next - 1].numbers;
    }
    return count > 0;
}

double FigureWords::next() {
    if (m_broken || m_numbers.empty()) {
        return -1;
    }
    const double value = m_numbers.front();
    m_numbers = m_numbers.subspan(1);
    return value;
}

std::int32_t FigureWords::number(std::int64_t end) {
    const double value = next();
    m_broken = m_broken || !(value >= 0 && value < static_cast<double>(end) && value <= (1 << 30)) ||
               value != std::floor(value);
    return m_broken ? 0 : static_cast<std::int32_t>(value);
}

Range FigureWords::range(std::int64_t end) {
    const std::int64_t first = number(end), last = number(end);
    m_broken = m_broken || last < first;
    return {first, last};
}

std::vector<std::int32_t> FigureWords::numbers(std::int64_t end) {
    std::vector<std::int32_t> found;
    do {
        const std::int32_t value = number(end);
        m_broken = m_broken || (!found.empty() && value <= found.back());
        found.push_back(value);
    } while (!m_broken && !m_numbers.empty());
    return found;
}

std::vector<std::int32_t> FigureWords::runs(std::int64_t end) {
    std::vector<std::int32_t> found;
    do {
        const Range run = range(end);
        m_broken = m_broken || (!found.empty() && run.first <= found.back());
        for (std::int64_t at = run.first; !m_broken && at <= run.last; ++at) {
            found.push_back(static_cast<std::int32_t>(at));
        }
    } while (!m_broken && !m_numbers.empty());
    return found;
}

double FigureWords::positive() {
    const double value = next();
    m_broken = m_broken || value <= 0;
    return m_broken ? 1 : value;
}

}  // namespace kvw::figures
