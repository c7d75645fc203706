// SPDX-License-Identifier: Apache-2.0
#include "core/eval/scores/porter_stem.h"

#include <algorithm>
#include <span>
#include <utility>

#include "core/base/utf8.h"
#include "core/eval/scores/words.h"

namespace kvw::eval {
namespace {

using Letters = std::u32string;
using LettersView = std::u32string_view;

/// Words that the rules do not reach, with their stems.
constexpr std::pair<std::string_view, std::string_view> kIrregular[] = {
    {"sky", "sky"},       {"skies", "sky"},      {"dying", "die"},       {"lying", "lie"},     {"tying", "tie"},
    {"news", "news"},     {"innings", "inning"}, {"inning", "inning"},   {"outings", "outing"}, {"outing", "outing"},
    {"cannings", "canning"}, {"canning", "canning"}, {"howe", "howe"},   {"proceed", "proceed"}, {"exceed", "exceed"},
    {"succeed", "succeed"},
};

/// Replaces a suffix if the letters before it, and `measured` letters of the suffix, have the measure.
struct SuffixRule {
    LettersView suffix, replacement;
    std::size_t measured = 0;
};

constexpr SuffixRule kStep2[] = {
    {U"ational", U"ate"}, {U"tional", U"tion"}, {U"enci", U"ence"},   {U"anci", U"ance"},   {U"izer", U"ize"},
    {U"bli", U"ble"},     {U"alli", U"al"},     {U"entli", U"ent"},   {U"eli", U"e"},       {U"ousli", U"ous"},
    {U"ization", U"ize"}, {U"ation", U"ate"},   {U"ator", U"ate"},    {U"alism", U"al"},    {U"iveness", U"ive"},
    {U"fulness", U"ful"}, {U"ousness", U"ous"}, {U"aliti", U"al"},    {U"iviti", U"ive"},   {U"biliti", U"ble"},
    {U"fulli", U"ful"},   {U"logi", U"log", 1},
};
constexpr SuffixRule kStep3[] = {
    {U"icate", U"ic"}, {U"ative", U""}, {U"alize", U"al"}, {U"iciti", U"ic"},
    {U"ical", U"ic"},  {U"ful", U""},   {U"ness", U""},
};
constexpr SuffixRule kStep4[] = {
    {U"al", U""},  {U"ance", U""},  {U"ence", U""}, {U"er", U""},  {U"ic", U""},  {U"able", U""}, {U"ible", U""},
    {U"ant", U""}, {U"ement", U""}, {U"ment", U""}, {U"ent", U""}, {U"ion", U""}, {U"ou", U""},   {U"ism", U""},
    {U"ate", U""}, {U"iti", U""},   {U"ous", U""},  {U"ive", U""}, {U"ize", U""},
};

/// Tells for each letter whether it is a consonant; y is one unless a consonant stands before it.
std::vector<bool> consonants(LettersView word) {
    std::vector<bool> flags;
    for (const char32_t letter : word) {
        const bool vowel = LettersView(U"aeiou").find(letter) != LettersView::npos;
        flags.push_back(letter == U'y' ? flags.empty() || !flags.back() : !vowel);
    }
    return flags;
}

/// Returns m of the form [C](VC){m}[V].
int measureOf(LettersView word) {
    const std::vector<bool> flags = consonants(word);
    int found = 0;
    for (std::size_t i = 1; i < flags.size(); ++i) {
        found += !flags[i - 1] && flags[i] ? 1 : 0;
    }
    return found;
}

bool hasVowel(LettersView word) {
    const std::vector<bool> flags = consonants(word);
    return std::ranges::find(flags, false) != flags.end();
}

bool endsDouble(LettersView word) {
    return word.size() >= 2 && word.back() == word[word.size() - 2] && consonants(word).back();
}

/// Tells whether the word ends in consonant, vowel, consonant that is not w, x or y, or is a vowel and a consonant.
bool endsShort(LettersView word) {
    const std::vector<bool> flags = consonants(word);
    const std::size_t n = flags.size();
    if (n == 2) {
        return !flags[0] && flags[1];
    }
    return n >= 3 && flags[n - 3] && !flags[n - 2] && flags[n - 1] &&
           LettersView(U"wxy").find(word.back()) == LettersView::npos;
}

void replaceEnd(Letters& word, std::size_t length, LettersView replacement) {
    word.resize(word.size() - length);
    word += replacement;
}

/// Applies the first rule whose suffix the word has, if the measure is above `least`.
void applyRules(Letters& word, std::span<const SuffixRule> rules, int least) {
    for (const SuffixRule& rule : rules) {
        if (!word.ends_with(rule.suffix)) {
            continue;
        }
        const LettersView stem = LettersView(word).substr(0, word.size() - rule.suffix.size());
        const bool ion = rule.suffix == U"ion";
        if (measureOf(LettersView(word).substr(0, stem.size() + rule.measured)) > least &&
            (!ion || stem.back() == U's' || stem.back() == U't')) {
            replaceEnd(word, rule.suffix.size(), rule.replacement);
        }
        return;
    }
}

void plurals(Letters& word) {
    if (word.ends_with(U"ies")) {
        replaceEnd(word, 3, word.size() == 4 ? U"ie" : U"i");
    } else if (word.ends_with(U"sses")) {
        replaceEnd(word, 2, U"");
    } else if (word.ends_with(U"s") && !word.ends_with(U"ss")) {
        word.pop_back();
    }
}

void pastAndProgressive(Letters& word) {
    if (word.ends_with(U"ied")) {
        replaceEnd(word, 3, word.size() == 4 ? U"ie" : U"i");
        return;
    }
    if (word.ends_with(U"eed")) {
        if (measureOf(LettersView(word).substr(0, word.size() - 3)) > 0) {
            word.pop_back();
        }
        return;
    }
    const std::size_t length = word.ends_with(U"ed") ? 2 : word.ends_with(U"ing") ? 3 : 0;
    if (length == 0 || !hasVowel(LettersView(word).substr(0, word.size() - length))) {
        return;
    }
    word.resize(word.size() - length);
    if (word.ends_with(U"at") || word.ends_with(U"bl") || word.ends_with(U"iz")) {
        word += U'e';
    } else if (endsDouble(word)) {
        if (LettersView(U"lsz").find(word.back()) == LettersView::npos) {
            word.pop_back();
        }
    } else if (measureOf(word) == 1 && endsShort(word)) {
        word += U'e';
    }
}

void finalY(Letters& word) {
    if (word.size() > 2 && word.back() == U'y' && consonants(word)[word.size() - 2]) {
        word.back() = U'i';
    }
}

void doubleSuffixes(Letters& word) {
    while (word.ends_with(U"alli") && measureOf(LettersView(word).substr(0, word.size() - 4)) > 0) {
        replaceEnd(word, 4, U"al");
    }
    applyRules(word, kStep2, 0);
}

void finalE(Letters& word) {
    if (word.empty() || word.back() != U'e') {
        return;
    }
    const LettersView stem = LettersView(word).substr(0, word.size() - 1);
    const int m = measureOf(stem);
    if (m > 1 || (m == 1 && !endsShort(stem))) {
        word.pop_back();
    }
}

void finalDoubleL(Letters& word) {
    if (word.ends_with(U"ll") && measureOf(LettersView(word).substr(0, word.size() - 1)) > 1) {
        word.pop_back();
    }
}

}  // namespace

std::string porterStem(std::string_view word) {
    const auto* const irregular =
        std::ranges::find_if(kIrregular, [&](const auto& form) { return form.first == word; });
    if (irregular != std::end(kIrregular)) {
        return std::string(irregular->second);
    }
    Letters letters = codePoints(word);
    if (letters.size() <= 2) {
        return std::string(word);
    }
    plurals(letters);
    pastAndProgressive(letters);
    finalY(letters);
    doubleSuffixes(letters);
    applyRules(letters, kStep3, 0);
    applyRules(letters, kStep4, 1);
    finalE(letters);
    finalDoubleL(letters);
    std::string stem;
    for (const char32_t letter : letters) {
        appendUtf8(stem, letter);
    }
    return stem;
}

}  // namespace kvw::eval
