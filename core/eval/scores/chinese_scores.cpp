// SPDX-License-Identifier: Apache-2.0
#include "core/eval/scores/chinese_scores.h"

#include <unicode/brkiter.h>
#include <unicode/unistr.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>

#include "core/base/utf8.h"
#include "core/eval/scores/text_scores.h"
#include "core/eval/scores/words.h"

namespace kvw::eval {
namespace {

/// Punctuation that LongBench removes from Chinese answers beside ASCII's, as ranges of code points.
constexpr std::pair<char32_t, char32_t> kChinesePunctuation[] = {
    {0x2013, 0x2014}, {0x2018, 0x2019}, {0x201B, 0x201F}, {0x2026, 0x2027}, {0x3001, 0x3003},
    {0x300B, 0x3011}, {0x3014, 0x301F}, {0x3030, 0x3030}, {0x303E, 0x303F}, {0xFE4F, 0xFE4F},
    {0xFF01, 0xFF0D}, {0xFF0F, 0xFF0F}, {0xFF1A, 0xFF20}, {0xFF3B, 0xFF40}, {0xFF5B, 0xFF64},
};

bool isDropped(char32_t point) {
    return isSpace(point) || isAsciiPunctuation(point) ||
           std::ranges::any_of(kChinesePunctuation,
                               [&](const auto& range) { return point >= range.first && point <= range.second; });
}

std::vector<std::string> answerWordsChinese(std::string_view text) {
    std::vector<std::string> kept;
    for (const std::string& word : chineseWords(text)) {
        std::string plain;
        for (const char32_t point : codePoints(lowered(word))) {
            if (!isDropped(point)) {
                appendUtf8(plain, point);
            }
        }
        if (!plain.empty()) {
            kept.push_back(std::move(plain));
        }
    }
    return kept;
}

std::string spaced(std::string_view text) {
    std::string all;
    for (const std::string& word : chineseWords(text)) {
        all += word;
        all += ' ';
    }
    return all;
}

}  // namespace

std::vector<std::string> chineseWords(std::string_view text) {
    const icu::UnicodeString source =
        icu::UnicodeString::fromUTF8(icu::StringPiece(text.data(), static_cast<std::int32_t>(text.size())));
    UErrorCode status = U_ZERO_ERROR;
    const std::unique_ptr<icu::BreakIterator> breaks(
        icu::BreakIterator::createWordInstance(icu::Locale::getChina(), status));
    if (U_FAILURE(status) || !breaks) {
        // Without ICU's data each code point is a word.
        std::vector<std::string> points;
        for (const char32_t point : codePoints(text)) {
            appendUtf8(points.emplace_back(), point);
        }
        return points;
    }
    breaks->setText(source);
    std::vector<std::string> found;
    for (std::int32_t begin = breaks->first(), end = breaks->next(); end != icu::BreakIterator::DONE;
         begin = end, end = breaks->next()) {
        source.tempSubStringBetween(begin, end).toUTF8String(found.emplace_back());
    }
    return found;
}

double tokenF1Chinese(std::string_view prediction, std::string_view gold) {
    return wordsF1(answerWordsChinese(prediction), answerWordsChinese(gold));
}

Rouge rougeLChinese(std::string_view hypothesis, std::string_view reference) {
    return rougeL(spaced(hypothesis), spaced(reference));
}

}  // namespace kvw::eval
