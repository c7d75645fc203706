// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "core/base/comma_list.h"
#include "core/eval/tasks/draws.h"
#include "core/eval/tasks/ruler/ruler_makers.h"

namespace kvw::eval {
namespace {

constexpr std::string_view kNiahNeedle = "The secret {kind} that belongs to {key} is: {value}.";
constexpr std::string_view kNiahHidden =
    "{Kinds} in the text below. Remember {them}; you will be asked for {them} afterwards.\n";
constexpr std::string_view kNiahAskOne = "\nWhich secret {kind} belongs to {keys} in the text above?";
constexpr std::string_view kNiahAskMore = "\nWhich secret {kind}s belong to {keys} in the text above?";
constexpr std::string_view kNiahAnswerOne = " In the text above, the secret {kind} that belongs to {keys} is";
constexpr std::string_view kNiahAnswerMore = " In the text above, the secret {kind}s that belong to {keys} are";
constexpr std::int64_t kNiahDepths = 40, kNiahProseUnits = 50;

std::string drawnUuid(Draws& draws) {
    const std::uint64_t high = draws.bits(), low = draws.bits();
    return fmt::format("{:08x}-{:04x}-4{:03x}-{:x}{:03x}-{:012x}", high >> 32, (high >> 16) & 0xFFFF, high & 0xFFF,
                       8 + (low >> 62), (low >> 48) & 0xFFF, low & 0xFFFFFFFFFFFF);
}

/// Returns "a, b, and c".
std::string namesInRow(const std::vector<std::string>& names) {
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i) {
        text += (i == 0 ? "" : i + 1 < names.size() ? ", " : ", and ") + names[i];
    }
    return text;
}

/// Splits words into sentences: one ends with a full stop, question or exclamation mark, quotes may follow.
std::vector<std::string> niahSentences(const std::vector<std::string>& words, std::int64_t count) {
    std::vector<std::string> sentences;
    bool begins = true;
    for (std::int64_t i = 0; i < count; ++i) {
        const std::string& word = words[static_cast<std::size_t>(i) % words.size()];
        if (begins) {
            sentences.push_back(word);
        } else {
            sentences.back() += " " + word;
        }
        const std::size_t last = word.find_last_not_of("\"')");
        begins = last != std::string::npos && (word[last] == '.' || word[last] == '!' || word[last] == '?');
    }
    return sentences;
}

class NiahMaker {
 public:
    NiahMaker(const NiahKind& kind, std::int64_t seed, std::shared_ptr<const WordLists> words,
              std::shared_ptr<const std::vector<std::string>> prose)
        : m_kind(kind), m_seed(seed), m_words(std::move(words)), m_prose(std::move(prose)) {}

    [[nodiscard]] std::int64_t leastUnits() const {
        return m_kind.haystack == RulerHaystack::Prose ? kNiahProseUnits : m_kind.keys * m_kind.values;
    }

    [[nodiscard]] Sample operator()(std::int64_t index, std::int64_t units) const {
        Draws draws(m_seed, m_kind.task, index);
        std::vector<std::string> keys, needles;
        std::vector<std::vector<std::string>> values;
        std::set<std::string> taken;
        while (std::ssize(keys) < m_kind.keys) {
            keys.push_back(drawn(draws, m_kind.uuidKeys, taken));
            values.emplace_back();
            while (std::ssize(values.back()) < m_kind.values) {
                values.back().push_back(drawnValue(draws, taken));
                needles.push_back(needle(keys.back(), values.back().back()));
            }
        }
        draws.shuffle(needles);
        Sample sample;
        std::vector<std::string> asked;
        for (const std::int64_t key : draws.different(m_kind.queries, m_kind.keys)) {
            const auto k = static_cast<std::size_t>(key);
            asked.push_back(keys[k]);
            sample.references.insert(sample.references.end(), values[k].begin(), values[k].end());
        }
        const bool one = m_kind.queries * m_kind.values == 1;
        const std::vector<std::pair<std::string_view, std::string>> blanks{
            {"kind", kindOf()},
            {"keys", namesInRow(asked)},
            {"Kinds", one ? fmt::format("A secret {} is hidden", kindOf())
                          : fmt::format("Some secret {}s are hidden", kindOf())},
            {"them", one ? "it" : "them"}};
        double depth = 0;
        // Whatever the units are, the needles above are the same: all draws for the haystack come after them.
        sample.context = fillBlanks(kNiahHidden, blanks) + haystack(draws, needles, units, taken, depth);
        sample.question = fillBlanks(one ? kNiahAskOne : kNiahAskMore, blanks);
        sample.answerPrefix = fillBlanks(one ? kNiahAnswerOne : kNiahAnswerMore, blanks);
        if (needles.size() == 1) {
            sample.facts.emplace_back("depth", depth);
        }
        return sample;
    }

 private:
    [[nodiscard]] std::string kindOf() const { return m_kind.uuidValues ? "UUID" : "number"; }

    [[nodiscard]] std::string needle(const std::string& key, const std::string& value) const {
        return fillBlanks(kNiahNeedle, {{"kind", kindOf()}, {"key", key}, {"value", value}});
    }
    /// Returns a key that is not among `taken`, and adds it.
    [[nodiscard]] std::string drawn(Draws& draws, bool uuid, std::set<std::string>& taken) const {
        std::string made;
        do {
            made = uuid ? drawnUuid(draws) : draws.oneOf(m_words->adjectives);
            if (!uuid) {
                made += "-" + draws.oneOf(m_words->nouns);
            }
        } while (!taken.insert(made).second);
        return made;
    }
    [[nodiscard]] std::string drawnValue(Draws& draws, std::set<std::string>& taken) const {
        std::string made;
        do {
            made = m_kind.uuidValues ? drawnUuid(draws) : std::to_string(draws.between(1'000'000, 9'999'999));
        } while (!taken.insert(made).second);
        return made;
    }

    /// Returns the text with the needles in it. `depth`: share of the text in front of the last one.
    [[nodiscard]] std::string haystack(Draws& draws, const std::vector<std::string>& needles, std::int64_t units,
                                       std::set<std::string>& taken, double& depth) const {
        std::vector<std::string> parts;
        std::vector<std::int64_t> places;  // each needle stands before the part of that number
        const auto count = static_cast<std::int64_t>(needles.size());
        if (m_kind.haystack == RulerHaystack::Prose) {
            parts = niahSentences(*m_prose, units);
            for (const std::int64_t step : draws.different(count, kNiahDepths)) {
                // As RULER does: 40 linear depths in whole per cents.
                const auto percent = static_cast<std::int64_t>(
                    std::lround(100.0 * static_cast<double>(step) / static_cast<double>(kNiahDepths - 1)));
                places.push_back(static_cast<std::int64_t>(parts.size()) * percent / 100);
            }
        } else {
            places = draws.different(count, units);
            for (std::int64_t i = 0; i < units; ++i) {
                parts.push_back(m_kind.haystack == RulerHaystack::Noise ? std::string(kRulerNoise)
                                                                        : otherNeedle(draws, taken));
            }
        }
        std::sort(places.begin(), places.end());
        std::vector<std::string> all;
        std::size_t next = 0;
        for (std::size_t i = 0; i <= parts.size(); ++i) {
            while (next < places.size() && places[next] == static_cast<std::int64_t>(i)) {
                depth = static_cast<double>(i) / static_cast<double>(parts.size());
                all.push_back(needles[next++]);
            }
            if (i < parts.size()) {
                all.push_back(std::move(parts[i]));
            }
        }
        return joined(all, m_kind.haystack == RulerHaystack::Prose ? " " : "\n");
    }
    [[nodiscard]] std::string otherNeedle(Draws& draws, const std::set<std::string>& taken) const {
        // Keys of the haystack may repeat, but none is a key that is asked for.
        std::set<std::string> known = taken;
        const std::string key = drawn(draws, m_kind.uuidKeys, known);
        return needle(key, drawnValue(draws, known));
    }

    NiahKind m_kind;
    std::int64_t m_seed;
    std::shared_ptr<const WordLists> m_words;
    std::shared_ptr<const std::vector<std::string>> m_prose;
};

}  // namespace

RulerMaker makeNiahMaker(const NiahKind& kind, std::int64_t seed, std::shared_ptr<const WordLists> words,
                         std::shared_ptr<const std::vector<std::string>> prose) {
    const NiahMaker maker(kind, seed, std::move(words), std::move(prose));
    return {maker, maker.leastUnits()};
}

}  // namespace kvw::eval
