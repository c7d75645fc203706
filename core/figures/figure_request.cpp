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

/// Returns the number of "12", "0p75" or "m2"; none: it is a word.
std::optional<double> requestNumber(std::string text) {
    const bool negative = text.starts_with('m');
    text.erase(0, negative ? 1 : 0);
    const bool digits = !text.empty() && text.size() <= kLongestNumber && text.front() != 'p' && text.back() != 'p' &&
                        text.find_first_not_of("0123456789p") == std::string::npos &&
                        std::count(text.begin(), text.end(), 'p') <= 1;
    if (!digits) {
        return std::nullopt;
    }
    std::replace(text.begin(), text.end(), 'p', '.');
    double number = 0;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return negative ? -number : number;
}

/// Returns "0p75" for 0.75, "m2" for -2.
std::string numberText(double value) {
    std::string digits = fmt::format("{}", std::abs(value));
    if (const std::size_t power = digits.find('e'); power != std::string::npos) {  // an id has no exponents
        const std::size_t point = digits.find('.');
        const int fraction = point == std::string::npos ? 0 : static_cast<int>(power - point) - 1;
        digits = fmt::format("{:.{}f}", std::abs(value), std::max(0, fraction - std::stoi(digits.substr(power + 1))));
    }
    std::replace(digits.begin(), digits.end(), '.', 'p');
    return (value < 0 ? "m" : "") + digits;
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

void FigureCodec::flag(std::string_view words, bool& value) {
    if (m_request == nullptr && value) {
        add(words, {});
    } else if (m_request != nullptr) {
        value = take(words);
    }
}

std::size_t FigureCodec::chosen(std::initializer_list<std::string_view> words, std::size_t value) {
    for (std::size_t at = 1; at < words.size(); ++at) {
        bool said = at == value;
        flag(words.begin()[at], said);
        if (said) {
            return at;
        }
    }
    return value;
}

void FigureCodec::positive(std::string_view words, double& value, double usual) {
    if (m_request == nullptr && value != usual) {
        add(words, {value});
    } else if (take(words)) {
        value = next();
        m_broken = m_broken || value <= 0;
    }
}

void FigureCodec::ends(std::string_view words, std::optional<std::pair<double, double>>& value) {
    if (m_request == nullptr && value) {
        add(words, {value->first, value->second});
    } else if (take(words)) {
        m_broken = m_broken || m_numbers.size() != 2;
        const double low = next(), high = next();
        m_broken = m_broken || !(low < high) || !std::isfinite(low) || !std::isfinite(high);
        value = {low, high};
    }
}

void FigureCodec::range(std::string_view words, std::optional<Range>& value, std::int64_t end) {
    if (m_request == nullptr && value) {
        add(words, {static_cast<double>(value->first), static_cast<double>(value->last)});
    } else if (take(words)) {
        value = nextRange(end);
    }
}

void FigureCodec::numbers(std::string_view words, std::optional<std::vector<std::int32_t>>& values, std::int64_t end) {
    if (m_request == nullptr && values) {
        add(words, {values->begin(), values->end()});
    } else if (take(words)) {
        values.emplace();
        do {
            const std::int32_t value = next(end);
            m_broken = m_broken || (!values->empty() && value <= values->back());
            values->push_back(value);
        } while (!m_broken && !m_numbers.empty());
    }
}

void FigureCodec::runs(std::string_view words, std::vector<std::int32_t>& tokens, std::int64_t end) {
    if (m_request == nullptr && !tokens.empty()) {
        std::sort(tokens.begin(), tokens.end());
        std::vector<double> ends;
        for (std::size_t first = 0, last = 0; first < tokens.size(); first = last + 1) {
            for (last = first; last + 1 < tokens.size() && tokens[last + 1] - tokens[last] <= 1; ++last) {
            }
            ends.insert(ends.end(), {static_cast<double>(tokens[first]), static_cast<double>(tokens[last])});
        }
        add(words, ends);
    } else if (take(words)) {
        tokens.clear();
        do {
            const Range run = nextRange(end);
            m_broken = m_broken || (!tokens.empty() && run.first <= tokens.back());
            for (std::int64_t at = run.first; !m_broken && at <= run.last; ++at) {
                tokens.push_back(static_cast<std::int32_t>(at));
            }
        } while (!m_broken && !m_numbers.empty());
    }
}

bool FigureCodec::take(std::string_view words) {
    const bool ready = m_request != nullptr && !m_broken && m_numbers.empty();
    const std::size_t count = ready ? m_request->standsAt(m_next, words) : 0;
    if (count > 0) {
        m_next += count;
        m_numbers = m_request->parts[m_next - 1].numbers;
    }
    return count > 0;
}

double FigureCodec::next() {
    if (m_broken || m_numbers.empty()) {
        return -1;
    }
    const double value = m_numbers.front();
    m_numbers = m_numbers.subspan(1);
    return value;
}

std::int32_t FigureCodec::next(std::int64_t end) {
    const double value = next();
    m_broken = m_broken || !(value >= 0 && value < static_cast<double>(end) && value <= (1 << 30)) ||
               value != std::floor(value);
    return m_broken ? 0 : static_cast<std::int32_t>(value);
}

Range FigureCodec::nextRange(std::int64_t end) {
    const std::int64_t first = next(end), last = next(end);
    m_broken = m_broken || last < first;
    return {first, last};
}

void FigureCodec::add(std::string_view words, const std::vector<double>& numbers) {
    m_id = std::move(m_id).withList(words, numbers);
}

}  // namespace kvw::figures
