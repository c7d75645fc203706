// SPDX-License-Identifier: Apache-2.0
#include "core/figures/figure_request.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include "core/base/comma_list.h"
#include "core/figures/figure_id_words.h"

namespace kvw::figures {
namespace {

constexpr std::size_t kLongestNumber = 20;

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
            id += '-' + numberId(number);
        }
    }
    return id;
}

bool FigureRequest::standsAt(std::size_t part, std::string_view words) const {
    const std::vector<std::string> wanted = splitAt(words, '-');
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        const bool last = i + 1 == wanted.size();
        if (part + i >= parts.size() || parts[part + i].word != wanted[i] ||
            (!last && !parts[part + i].numbers.empty())) {
            return false;
        }
    }
    return true;
}

bool FigureRequest::says(std::string_view words) const {
    for (std::size_t part = 1; part < parts.size(); ++part) {
        if (standsAt(part, words)) {
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

}  // namespace kvw::figures
