// SPDX-License-Identifier: Apache-2.0
/// Makers of the tasks vt, cwe and fwe.
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "core/base/comma_list.h"
#include "core/eval/tasks/draws.h"
#include "core/eval/tasks/ruler/ruler_makers.h"

namespace kvw::eval {
namespace {

using ListBlanks = std::vector<std::pair<std::string_view, std::string>>;

constexpr std::string_view kChainTask = "Follow the assignments of variables that are hidden in the text below.\n\n";
constexpr std::string_view kChainAsk = "\nQuestion: Which variables have the value {value} in the text above?";
constexpr std::string_view kChainAnswer =
    " Answer: Following the assignments in the text above, {count} variables have the value {value}, namely:";
constexpr std::int64_t kChainHops = 4, kChainExampleRounds = 5;

constexpr std::string_view kCommonTask =
    "Below is a numbered list of words. Some of them occur often. Memorise those that occur most often.\n";
constexpr std::string_view kCommonAsk = "\nQuestion: Which {count} words occur most often in the list above?";
constexpr std::string_view kCommonAnswer = " Answer: The {count} words that occur most often in the list are:";
constexpr std::int64_t kCommonWords = 10, kCommonLongSize = 4096;

constexpr std::string_view kFrequentTask =
    "The coded text below consists of words without meaning. Find the words that occur most often.\n";
constexpr std::string_view kFrequentAsk =
    "\nQuestion: Leave out explanations, and the dots '...'. Which three coded words occur most often in the text "
    "above?";
constexpr std::string_view kFrequentAnswer =
    " Answer: The three coded words that occur most often in the text above are:";
constexpr std::int64_t kFrequentLetters = 6, kFrequentTop = 3, kFrequentLeast = 100;

/// Returns different words of `length` letters beginning at `first`.
std::vector<std::string> drawnLetters(Draws& draws, std::int64_t count, std::int64_t length, char first) {
    std::vector<std::string> words;
    std::set<std::string> taken;
    while (std::ssize(words) < count) {
        std::string word;
        for (std::int64_t i = 0; i < length; ++i) {
            word += static_cast<char>(first + draws.below(26));
        }
        if (taken.insert(word).second) {
            words.push_back(std::move(word));
        }
    }
    return words;
}

Sample chainSample(Draws& draws, std::int64_t letters, std::int64_t rounds) {
    Sample sample;
    sample.references = drawnLetters(draws, kChainHops + 1, letters, 'A');
    const std::string value = std::to_string(draws.between(10'000, 99'999));
    std::vector<std::string> sentences;
    for (std::int64_t i = 0; i < rounds; ++i) {
        for (std::size_t at = 0; at < kRulerNoise.size();) {
            const std::size_t end = std::min(kRulerNoise.find(". ", at), kRulerNoise.size() - 1) + 1;
            sentences.emplace_back(kRulerNoise.substr(at, end - at));
            at = end + 1;
        }
        sentences.back() += '\n';
    }
    std::vector<std::int64_t> places = draws.different(kChainHops + 1, std::ssize(sentences));
    std::sort(places.begin(), places.end());
    std::string text;
    std::size_t next = 0;
    for (std::size_t i = 0; i < sentences.size(); ++i) {
        if (next < places.size() && places[next] == static_cast<std::int64_t>(i)) {
            text += fmt::format("VAR {} = {}{} ", sample.references[next], next == 0 ? "" : "VAR ",
                                next == 0 ? value : sample.references[next - 1]);
            ++next;
        }
        text += sentences[i] + (sentences[i].ends_with('\n') ? "" : " ");
    }
    const ListBlanks blanks{{"value", value}, {"count", std::to_string(kChainHops + 1)}};
    sample.context = std::string(kChainTask) + text;
    sample.question = fillBlanks(kChainAsk, blanks);
    sample.answerPrefix = fillBlanks(kChainAnswer, blanks);
    return sample;
}

std::int64_t singleWords(const WordLists& words) {
    return std::ssize(words.adjectives) + std::ssize(words.nouns);
}

std::int64_t wordsAndPairs(const WordLists& words) {
    return singleWords(words) + std::ssize(words.adjectives) * std::ssize(words.nouns);
}

/// Returns a word of the lists; behind them, an adjective and a noun.
std::string wordOfLists(const WordLists& words, std::int64_t number) {
    const std::vector<std::string>&adjectives = words.adjectives, &nouns = words.nouns;
    const auto at = static_cast<std::size_t>(number);
    if (at < adjectives.size()) {
        return adjectives[at];
    }
    if (at < adjectives.size() + nouns.size()) {
        return nouns[at - adjectives.size()];
    }
    const std::size_t pair = at - adjectives.size() - nouns.size();
    return adjectives[pair / nouns.size()] + "-" + nouns[pair % nouns.size()];
}

/// Returns such as "1. word 2. other".
std::string numberedList(const std::vector<std::string>& words) {
    std::string text;
    for (std::size_t i = 0; i < words.size(); ++i) {
        text += fmt::format("{}{}. {}", i == 0 ? "" : " ", i + 1, words[i]);
    }
    return text;
}

Sample commonWords(const WordLists& words, Draws& draws, std::int64_t different, std::int64_t often,
                   std::int64_t seldom) {
    Sample sample;
    std::vector<std::string> all;
    const std::int64_t singles = singleWords(words);
    for (const std::int64_t number :
         draws.different(different, different <= singles ? singles : wordsAndPairs(words))) {
        const bool common = std::ssize(sample.references) < kCommonWords;
        all.insert(all.end(), static_cast<std::size_t>(common ? often : seldom), wordOfLists(words, number));
        if (common) {
            sample.references.push_back(all.back());
        }
    }
    draws.shuffle(all);
    const ListBlanks blanks{{"count", std::to_string(kCommonWords)}};
    sample.context = std::string(kCommonTask) + numberedList(all);
    sample.question = fillBlanks(kCommonAsk, blanks);
    sample.answerPrefix = fillBlanks(kCommonAnswer, blanks);
    return sample;
}

}  // namespace

RulerMaker makeChainMaker(std::int64_t seed) {
    Draws first(seed, "vt example", 0);
    const Sample example = chainSample(first, 3, kChainExampleRounds);
    const std::string shown =
        example.context + example.question + example.answerPrefix + " " + joined(example.references, " ") + "\n\n";
    return {[seed, shown](std::int64_t index, std::int64_t units) {
                Draws draws(seed, "vt", index);
                Sample sample = chainSample(draws, 5, units);
                sample.context = shown + sample.context;
                return sample;
            },
            2};
}

RulerMaker makeCommonWordsMaker(std::int64_t seed, std::int64_t size, const std::shared_ptr<const WordLists>& words) {
    const bool isLong = size >= kCommonLongSize;
    return {[seed, isLong, words](std::int64_t index, std::int64_t units) {
                Draws draws(seed, "cwe", index);
                // The example's words come first, so that they do not depend on the units.
                const Sample example =
                    isLong ? commonWords(*words, draws, 40, 10, 3) : commonWords(*words, draws, 20, 3, 1);
                Sample sample =
                    isLong ? commonWords(*words, draws, units, 30, 3) : commonWords(*words, draws, units, 6, 1);
                sample.context = example.context + example.question + example.answerPrefix + " " +
                                 numberedList(example.references) + "\n\n" + sample.context;
                return sample;
            },
            kCommonWords + 1, wordsAndPairs(*words)};
}

RulerMaker makeFrequentWordsMaker(std::int64_t seed, std::int64_t size) {
    const std::int64_t different = std::max<std::int64_t>(size / 50, 10);
    return {[seed, different](std::int64_t index, std::int64_t units) {
                constexpr double kSixByPiSquared = 0.60792710185402662866;  // 1 / zeta(2), for an exponent of 2
                Draws draws(seed, "fwe", index);
                std::vector<std::string> words = drawnLetters(draws, different, kFrequentLetters, 'a');
                words[0] = "...";  // the most frequent word counts as noise
                std::vector<std::string> all;
                for (std::size_t i = 0; i < words.size(); ++i) {
                    const auto rank = static_cast<double>(i + 1);
                    const double share = static_cast<double>(units) * kSixByPiSquared / (rank * rank);
                    all.insert(all.end(), static_cast<std::size_t>(share), words[i]);
                }
                draws.shuffle(all);
                Sample sample;
                sample.context = std::string(kFrequentTask) + joined(all, " ");
                sample.question = kFrequentAsk;
                sample.answerPrefix = kFrequentAnswer;
                sample.references.assign(words.begin() + 1, words.begin() + 1 + kFrequentTop);
                return sample;
            },
            kFrequentLeast};
}

}  // namespace kvw::eval
