// SPDX-License-Identifier: Apache-2.0
#include "core/eval/scores/text_scores.h"

#include <algorithm>
#include <unordered_set>

#include "core/base/utf8.h"
#include "core/eval/scores/words.h"

namespace kvw::eval {

std::vector<std::string> answerWords(std::string_view text) {
    const std::string lower = lowered(text);
    std::string kept, run;
    const auto endRun = [&] {
        kept += run == "a" || run == "an" || run == "the" ? " " : run;
        run.clear();
    };
    // Punctuation goes first, so it does not part words.
    for (std::size_t at = 0; at < lower.size();) {
        const Utf8Step step = nextUtf8(lower, at);
        if (isWordCharacter(step.codePoint) && step.codePoint != U'_') {
            run.append(lower, at, step.length);
        } else if (!isAsciiPunctuation(step.codePoint)) {
            endRun();
            kept.append(lower, at, step.length);
        }
        at += step.length;
    }
    endRun();
    const std::vector<std::string_view> found = words(kept);
    return {found.begin(), found.end()};
}

double wordsF1(const std::vector<std::string>& prediction, const std::vector<std::string>& gold) {
    const std::size_t common = commonCount(prediction, gold);
    if (common == 0) {
        return 0;
    }
    const double precision = static_cast<double>(common) / static_cast<double>(prediction.size());
    const double recall = static_cast<double>(common) / static_cast<double>(gold.size());
    return 2 * precision * recall / (precision + recall);
}

double tokenF1(std::string_view prediction, std::string_view gold) {
    return wordsF1(answerWords(prediction), answerWords(gold));
}

double exactMatch(std::string_view prediction, std::string_view gold) {
    return stripped(prediction) == stripped(gold) ? 1 : 0;
}

double substringMatch(std::string_view prediction, const std::vector<std::string>& references, bool all) {
    std::string text(stripped(prediction));
    std::erase_if(text, [](char byte) { return static_cast<unsigned char>(byte) < 0x20; });
    text = lowered(stripped(text));
    const auto hits = std::ranges::count_if(
        references, [&](const std::string& reference) { return text.find(lowered(reference)) != std::string::npos; });
    if (!all || references.empty()) {
        return hits > 0 ? 1 : 0;
    }
    return static_cast<double>(hits) / static_cast<double>(references.size());
}

double answerWordsFound(std::string_view prediction, std::string_view answer) {
    const std::string lowerPrediction = lowered(prediction), lowerAnswer = lowered(answer);
    const auto distinct = [](const std::string& text) {
        const std::vector<std::string_view> all = words(text);
        return std::unordered_set<std::string_view>(all.begin(), all.end());
    };
    const auto said = distinct(lowerPrediction), asked = distinct(lowerAnswer);
    if (asked.empty()) {
        return 0;
    }
    const auto found = std::ranges::count_if(asked, [&](std::string_view word) { return said.contains(word); });
    return static_cast<double>(found) / static_cast<double>(asked.size());
}

std::string firstLine(std::string_view text) {
    text.remove_prefix(std::min(text.find_first_not_of('\n'), text.size()));
    return std::string(text.substr(0, text.find('\n')));
}

}  // namespace kvw::eval
