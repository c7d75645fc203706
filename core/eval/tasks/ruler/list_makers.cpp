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

class ChainMaker : public RulerMaker {
 public:
    explicit ChainMaker(std::int64_t seed) : m_seed(seed) {
        Draws draws(seed, "vt example", 0);
        const Sample example = chain(draws, 3, kChainExampleRounds);
        m_example =
            example.context + example.question + example.answerPrefix + " " + joined(example.references, " ") + "\n\n";
    }
    [[nodiscard]] std::int64_t leastUnits() const override { return 2; }

    [[nodiscard]] Sample make(std::int64_t index, std::int64_t units) const override {
        Draws draws(m_seed, "vt", index);
        Sample sample = chain(draws, 5, units);
        sample.context = m_example + sample.context;
        return sample;
    }

 private:
    [[nodiscard]] static Sample chain(Draws& draws, std::int64_t letters, std::int64_t rounds) {
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

    std::int64_t m_seed;
    std::string m_example;
};

class CommonWordsMaker : public RulerMaker {
 public:
    CommonWordsMaker(std::int64_t seed, std::int64_t size, std::shared_ptr<const WordLists> words)
        : m_seed(seed), m_long(size >= kCommonLongSize), m_words(std::move(words)) {}

    [[nodiscard]] std::int64_t leastUnits() const override { return kCommonWords + 1; }
    [[nodiscard]] std::int64_t mostUnits() const override { return singles() + pairs(); }

    [[nodiscard]] Sample make(std::int64_t index, std::int64_t units) const override {
        Draws draws(m_seed, "cwe", index);
        // The example's words come first, so that they do not depend on the units.
        const Sample example = m_long ? list(draws, 40, 10, 3) : list(draws, 20, 3, 1);
        Sample sample = m_long ? list(draws, units, 30, 3) : list(draws, units, 6, 1);
        std::string answer = " ";
        for (std::size_t i = 0; i < example.references.size(); ++i) {
            answer += fmt::format("{}{}. {}", i == 0 ? "" : " ", i + 1, example.references[i]);
        }
        sample.context = example.context + example.question + example.answerPrefix + answer + "\n\n" + sample.context;
        return sample;
    }

 private:
    [[nodiscard]] std::int64_t singles() const { return std::ssize(m_words->adjectives) + std::ssize(m_words->nouns); }
    [[nodiscard]] std::int64_t pairs() const { return std::ssize(m_words->adjectives) * std::ssize(m_words->nouns); }
    /// Returns a word of the lists; behind them, an adjective and a noun.
    [[nodiscard]] std::string word(std::int64_t number) const {
        const auto& adjectives = m_words->adjectives;
        const auto& nouns = m_words->nouns;
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
    [[nodiscard]] Sample list(Draws& draws, std::int64_t different, std::int64_t often, std::int64_t seldom) const {
        Sample sample;
        std::vector<std::string> all;
        std::int64_t drawn = 0;
        for (const std::int64_t number :
             draws.different(different, different <= singles() ? singles() : singles() + pairs())) {
            const bool common = drawn++ < kCommonWords;
            all.insert(all.end(), static_cast<std::size_t>(common ? often : seldom), word(number));
            if (common) {
                sample.references.push_back(word(number));
            }
        }
        draws.shuffle(all);
        sample.context = kCommonTask;
        for (std::size_t i = 0; i < all.size(); ++i) {
            sample.context += fmt::format("{}{}. {}", i == 0 ? "" : " ", i + 1, all[i]);
        }
        const ListBlanks blanks{{"count", std::to_string(kCommonWords)}};
        sample.question = fillBlanks(kCommonAsk, blanks);
        sample.answerPrefix = fillBlanks(kCommonAnswer, blanks);
        return sample;
    }

    std::int64_t m_seed;
    bool m_long;
    std::shared_ptr<const WordLists> m_words;
};

class FrequentWordsMaker : public RulerMaker {
 public:
    FrequentWordsMaker(std::int64_t seed, std::int64_t size)
        : m_seed(seed), m_words(std::max<std::int64_t>(size / 50, 10)) {}
    [[nodiscard]] std::int64_t leastUnits() const override { return kFrequentLeast; }

    [[nodiscard]] Sample make(std::int64_t index, std::int64_t units) const override {
        constexpr double kSixByPiSquared = 0.60792710185402662866;  // 1 / zeta(2), for an exponent of 2
        Draws draws(m_seed, "fwe", index);
        std::vector<std::string> words = drawnLetters(draws, m_words, kFrequentLetters, 'a');
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
    }

 private:
    std::int64_t m_seed, m_words;
};

}  // namespace

std::unique_ptr<const RulerMaker> makeChainMaker(std::int64_t seed) {
    return std::make_unique<ChainMaker>(seed);
}

std::unique_ptr<const RulerMaker> makeCommonWordsMaker(std::int64_t seed, std::int64_t size,
                                                       std::shared_ptr<const WordLists> words) {
    return std::make_unique<CommonWordsMaker>(seed, size, std::move(words));
}

std::unique_ptr<const RulerMaker> makeFrequentWordsMaker(std::int64_t seed, std::int64_t size) {
    return std::make_unique<FrequentWordsMaker>(seed, size);
}

}  // namespace kvw::eval
