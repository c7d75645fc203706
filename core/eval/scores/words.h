// SPDX-License-Identifier: Apache-2.0
/// Words and code points of texts as Python's str has them, in which the scorers of the benchmarks are written. Texts are
/// UTF-8; each ill-formed part counts as one U+FFFD.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace kvw::eval {

[[nodiscard]] std::u32string codePoints(std::string_view text);
/// Tells whether str.isspace is true.
[[nodiscard]] bool isSpace(char32_t point) noexcept;
/// Tells whether \d matches.
[[nodiscard]] bool isDigit(char32_t point) noexcept;
/// Tells whether \w matches.
[[nodiscard]] bool isWordCharacter(char32_t point) noexcept;
/// Tells whether string.punctuation has it.
[[nodiscard]] bool isAsciiPunctuation(char32_t point) noexcept;
/// Returns the text in lower case, without a language's own rules.
[[nodiscard]] std::string lowered(std::string_view text);
/// Returns the words between white space: str.split(). They are parts of `text`.
[[nodiscard]] std::vector<std::string_view> words(std::string_view text);
/// Returns the text without white space at both ends: str.strip().
[[nodiscard]] std::string_view stripped(std::string_view text);
/// Returns the runs of digits. They are parts of `text`.
[[nodiscard]] std::vector<std::string_view> digitRuns(std::string_view text);

/// Numbers the distinct words of several texts, so that words are compared as numbers. Borrows the words.
class WordNumbers {
 public:
    [[nodiscard]] std::vector<int> of(const std::vector<std::string_view>& words);

 private:
    std::unordered_map<std::string_view, int> m_numbers;
};

/// Returns all sequences of `n` words of a text, in order.
[[nodiscard]] std::vector<std::vector<int>> gramsOf(const std::vector<int>& text, std::size_t n);

/// Returns the length of a longest common subsequence. Memory: linear.
[[nodiscard]] std::size_t commonLength(const std::vector<int>& a, const std::vector<int>& b);

/// Returns the number of items that both have, each as often as in the one that has it less often.
template <class Item>
[[nodiscard]] std::size_t commonCount(const std::vector<Item>& a, const std::vector<Item>& b) {
    std::map<Item, std::size_t> left;
    for (const Item& item : b) {
        ++left[item];
    }
    std::size_t common = 0;
    for (const Item& item : a) {
        const auto found = left.find(item);
        if (found != left.end() && found->second > 0) {
            --found->second;
            ++common;
        }
    }
    return common;
}

}  // namespace kvw::eval
