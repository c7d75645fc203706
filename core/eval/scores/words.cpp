// SPDX-License-Identifier: Apache-2.0
#include "core/eval/scores/words.h"

#include <unicode/bytestream.h>
#include <unicode/casemap.h>
#include <unicode/stringpiece.h>
#include <unicode/uchar.h>

#include <algorithm>
#include <cstdint>

#include "core/base/utf8.h"

namespace kvw::eval {
namespace {

/// Returns the parts of `text` whose code points satisfy `belongs`, each as long as possible.
template <class Belongs>
std::vector<std::string_view> runsOf(std::string_view text, Belongs belongs) {
    std::vector<std::string_view> runs;
    std::size_t begin = 0, at = 0;
    const auto end = [&] {
        if (at > begin) {
            runs.push_back(text.substr(begin, at - begin));
        }
    };
    while (at < text.size()) {
        const Utf8Step step = nextUtf8(text, at);
        if (!belongs(step.codePoint)) {
            end();
            begin = at + step.length;
        }
        at += step.length;
    }
    end();
    return runs;
}

}  // namespace

std::u32string codePoints(std::string_view text) {
    std::u32string points;
    points.reserve(text.size());
    for (std::size_t at = 0; at < text.size();) {
        const Utf8Step step = nextUtf8(text, at);
        points += step.codePoint;
        at += step.length;
    }
    return points;
}

bool isSpace(char32_t point) noexcept {
    return (point >= 0x09 && point <= 0x0D) || (point >= 0x1C && point <= 0x20) || point == 0x85 || point == 0xA0 ||
           point == 0x1680 || (point >= 0x2000 && point <= 0x200A) || point == 0x2028 || point == 0x2029 ||
           point == 0x202F || point == 0x205F || point == 0x3000;
}

bool isDigit(char32_t point) noexcept { return u_isdigit(static_cast<UChar32>(point)) != 0; }

bool isWordCharacter(char32_t point) noexcept {
    return point == U'_' || (U_GET_GC_MASK(static_cast<UChar32>(point)) & (U_GC_L_MASK | U_GC_N_MASK)) != 0;
}

bool isAsciiPunctuation(char32_t point) noexcept {
    return (point >= 0x21 && point <= 0x2F) || (point >= 0x3A && point <= 0x40) || (point >= 0x5B && point <= 0x60) ||
           (point >= 0x7B && point <= 0x7E);
}

std::string lowered(std::string_view text) {
    std::string lower;
    icu::StringByteSink<std::string> sink(&lower);
    UErrorCode status = U_ZERO_ERROR;
    icu::CaseMap::utf8ToLower("", 0, icu::StringPiece(text.data(), static_cast<std::int32_t>(text.size())), sink,
                              nullptr, status);
    return U_SUCCESS(status) ? lower : std::string(text);
}

std::vector<std::string_view> words(std::string_view text) {
    return runsOf(text, [](char32_t point) { return !isSpace(point); });
}

std::string_view stripped(std::string_view text) {
    const std::vector<std::string_view> found = words(text);
    if (found.empty()) {
        return {};
    }
    const char* const end = found.back().data() + found.back().size();
    return {found.front().data(), static_cast<std::size_t>(end - found.front().data())};
}

std::vector<std::string_view> digitRuns(std::string_view text) { return runsOf(text, isDigit); }

std::vector<int> WordNumbers::of(const std::vector<std::string_view>& words) {
    std::vector<int> numbers;
    numbers.reserve(words.size());
    for (const std::string_view word : words) {
        numbers.push_back(m_numbers.emplace(word, static_cast<int>(m_numbers.size())).first->second);
    }
    return numbers;
}

std::vector<std::vector<int>> gramsOf(const std::vector<int>& text, std::size_t n) {
    std::vector<std::vector<int>> grams;
    for (std::size_t end = n; end <= text.size(); ++end) {
        const auto last = text.begin() + static_cast<std::ptrdiff_t>(end);
        grams.emplace_back(last - static_cast<std::ptrdiff_t>(n), last);
    }
    return grams;
}

std::size_t commonLength(const std::vector<int>& a, const std::vector<int>& b) {
    std::vector<std::size_t> row(b.size() + 1);
    for (const int word : a) {
        std::size_t diagonal = 0;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t above = row[j];
            row[j] = word == b[j - 1] ? diagonal + 1 : std::max(above, row[j - 1]);
            diagonal = above;
        }
    }
    return row.back();
}

}  // namespace kvw::eval
