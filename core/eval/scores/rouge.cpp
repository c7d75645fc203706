// SPDX-License-Identifier: Apache-2.0
#include "core/eval/scores/rouge.h"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "core/eval/scores/porter_stem.h"
#include "core/eval/scores/words.h"

namespace kvw::eval {
namespace {

/// Returns the words of the sentences. A sentence of white space alone is one empty word, as in the package.
std::vector<std::vector<std::string_view>> sentencesOf(std::string_view text) {
    std::vector<std::vector<std::string_view>> sentences;
    while (!text.empty()) {
        const std::size_t stop = std::min(text.find('.'), text.size());
        if (stop > 0) {
            sentences.push_back(words(text.substr(0, stop)));
            if (sentences.back().empty()) {
                sentences.back().emplace_back();
            }
        }
        text.remove_prefix(std::min(stop + 1, text.size()));
    }
    return sentences;
}

std::vector<std::vector<int>> numbered(const std::vector<std::vector<std::string_view>>& sentences,
                                       WordNumbers& numbers) {
    std::vector<std::vector<int>> result;
    for (const auto& sentence : sentences) {
        result.push_back(numbers.of(sentence));
    }
    return result;
}

std::vector<int> joinedWords(const std::vector<std::vector<int>>& sentences) {
    std::vector<int> all;
    for (const std::vector<int>& sentence : sentences) {
        all.insert(all.end(), sentence.begin(), sentence.end());
    }
    return all;
}

/// Adds the words of one longest common subsequence: which one decides the package's way back through the table.
void addCommon(const std::vector<int>& reference, const std::vector<int>& hypothesis, std::set<int>& common) {
    const std::size_t columns = hypothesis.size();
    std::vector<bool> up(reference.size() * columns);  // a bit per pair: 12.5 MB for 10 000 words each
    std::vector<std::size_t> above(columns + 1), row(columns + 1);
    for (std::size_t i = 0; i < reference.size(); ++i) {
        for (std::size_t j = 0; j < columns; ++j) {
            up[i * columns + j] = above[j + 1] > row[j];
            row[j + 1] = reference[i] == hypothesis[j] ? above[j] + 1 : std::max(above[j + 1], row[j]);
        }
        above.swap(row);
    }
    for (std::size_t i = reference.size(), j = columns; i > 0 && j > 0;) {
        if (reference[i - 1] == hypothesis[j - 1]) {
            common.insert(reference[i - 1]);
            --i;
            --j;
        } else if (up[(i - 1) * columns + j - 1]) {
            --i;
        } else {
            --j;
        }
    }
}

double shareOf(std::size_t part, std::size_t whole) {
    return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

/// `floor` keeps the quotient defined; the package adds it always.
Rouge rougeOf(std::size_t common, std::size_t ofReference, std::size_t ofHypothesis, double floor) {
    Rouge rouge;
    rouge.recall = shareOf(common, ofReference);
    rouge.precision = shareOf(common, ofHypothesis);
    if (common > 0) {
        rouge.f = 2 * (rouge.precision * rouge.recall / (rouge.precision + rouge.recall + floor));
    }
    return rouge;
}

constexpr double kPackageFloor = 1e-8;

std::set<std::vector<int>> distinctGrams(const std::vector<int>& text, std::size_t n) {
    const std::vector<std::vector<int>> all = gramsOf(text, n);
    return {all.begin(), all.end()};
}

std::vector<std::string> stemmedWords(std::string_view text) {
    std::string plain = lowered(text);
    std::replace_if(
        plain.begin(), plain.end(), [](char c) { return (c < 'a' || c > 'z') && (c < '0' || c > '9'); }, ' ');
    std::vector<std::string> found;
    constexpr std::size_t kLongestUnstemmed = 3;
    for (const std::string_view word : words(plain)) {
        found.push_back(word.size() > kLongestUnstemmed ? porterStem(word) : std::string(word));
    }
    return found;
}

}  // namespace

Rouge rougeL(std::string_view hypothesis, std::string_view reference) {
    WordNumbers numbers;
    const auto said = numbered(sentencesOf(hypothesis), numbers), wanted = numbered(sentencesOf(reference), numbers);
    std::set<int> common;
    for (const std::vector<int>& sentence : wanted) {
        for (const std::vector<int>& other : said) {
            addCommon(sentence, other, common);
        }
    }
    return rougeOf(common.size(), distinctGrams(joinedWords(wanted), 1).size(), distinctGrams(joinedWords(said), 1).size(),
                   kPackageFloor);
}

Rouge rougeN(std::string_view hypothesis, std::string_view reference, int n) {
    WordNumbers numbers;
    const auto length = static_cast<std::size_t>(std::max(n, 1));
    const auto said = distinctGrams(joinedWords(numbered(sentencesOf(hypothesis), numbers)), length);
    const auto wanted = distinctGrams(joinedWords(numbered(sentencesOf(reference), numbers)), length);
    const auto common =
        std::ranges::count_if(said, [&](const std::vector<int>& gram) { return wanted.contains(gram); });
    return rougeOf(static_cast<std::size_t>(common), wanted.size(), said.size(), kPackageFloor);
}

Rouge rougeLTextbook(std::string_view hypothesis, std::string_view reference) {
    const auto plain = [](std::string_view text) {
        std::string lower = lowered(text);
        std::erase(lower, '.');
        return lower;
    };
    const std::string said = plain(hypothesis), wanted = plain(reference);
    WordNumbers numbers;
    const std::vector<int> a = numbers.of(words(said)), b = numbers.of(words(wanted));
    return rougeOf(commonLength(a, b), b.size(), a.size(), 0);
}

Rouge rouge1Stemmed(std::string_view hypothesis, std::string_view reference) {
    const std::vector<std::string> said = stemmedWords(hypothesis), wanted = stemmedWords(reference);
    return rougeOf(commonCount(said, wanted), wanted.size(), said.size(), 0);
}

}  // namespace kvw::eval
