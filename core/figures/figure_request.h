// SPDX-License-Identifier: Apache-2.0
/// Id of a figure as a value: "attention-layer-3-mean-steps-10-20" is words, each with the numbers behind it. It says
/// what is asked for; a builder takes its words with `FigureWords`, says whether there is such a figure, and names its
/// figure by the same words.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kvw::figures {

/// The part of a long axis that a figure shows (steps, tokens or slots): [first, last]; empty if last < first. Maps are
/// pooled within it, so that a smaller one has finer cells.
struct Range {
    std::int64_t first = 0, last = -1;
    [[nodiscard]] bool holds(std::int64_t at) const noexcept { return at >= first && at <= last; }
    bool operator==(const Range&) const = default;
};

/// Returns the part of the range among `count` places; without a range all of them.
[[nodiscard]] Range rangeWithin(const std::optional<Range>& range, std::int64_t count);

struct FigureRequest {
    struct Part {
        std::string word;
        std::vector<double> numbers;
        [[nodiscard]] bool operator==(const Part&) const = default;
    };
    std::vector<Part> parts;

    [[nodiscard]] static FigureRequest parse(std::string_view id);
    /// Returns the id, from which `parse` reads the same: a file name, with "0p75" for 0.75.
    [[nodiscard]] std::string id() const;

    /// Adds words ("by-slot", or a whole id) with the numbers behind them.
    template <class... Numbers>
    [[nodiscard]] FigureRequest with(std::string_view words, Numbers... numbers) && {
        return std::move(*this).withList(words, {static_cast<double>(numbers)...});
    }
    /// Adds them if they are wanted.
    template <class... Numbers>
    [[nodiscard]] FigureRequest withIf(bool wanted, std::string_view words, Numbers... numbers) && {
        return wanted ? std::move(*this).with(words, numbers...) : std::move(*this);
    }
    /// Adds the words with both ends of the range; without a range nothing.
    [[nodiscard]] FigureRequest withRange(std::string_view words, const std::optional<Range>& range) && {
        return range ? std::move(*this).with(words, range->first, range->last) : std::move(*this);
    }
    [[nodiscard]] FigureRequest withList(std::string_view words, const std::vector<double>& numbers) &&;
    /// Adds the words with the runs of these tokens, which may come in any order, as `FigureWords::runs` takes them;
    /// without tokens nothing.
    [[nodiscard]] FigureRequest withRuns(std::string_view words, std::span<const std::int32_t> tokens) &&;

    /// Returns true if the id begins with these words: "budgets-share".
    [[nodiscard]] bool isA(std::string_view name) const { return standsAt(0, name) > 0; }
    /// Returns true if these words ("by-slot") stand side by side behind the first word.
    [[nodiscard]] bool says(std::string_view words) const;
    /// Returns the numbers of the first part with this word and at least `least` numbers, behind the first word; empty:
    /// there is none.
    [[nodiscard]] std::vector<double> numbersOf(std::string_view word, std::size_t least = 1) const;
    [[nodiscard]] bool operator==(const FigureRequest&) const = default;
    /// Returns how many parts these words are, if they stand side by side from `part` on; else 0.
    [[nodiscard]] std::size_t standsAt(std::size_t part, std::string_view words) const;
};

/// Takes the words of a request one after the other; one that does not fit makes the figure unknown.
class FigureWords {
 public:
    /// Takes the name. `request` outlives this.
    FigureWords(const FigureRequest& request, std::string_view name);

    /// Returns whether another word follows and all before it were taken.
    [[nodiscard]] bool more() const noexcept { return !m_broken && !ended(); }
    /// Returns whether the request has that name and all words were taken.
    [[nodiscard]] bool known() const noexcept { return !m_broken && ended(); }

    /// Takes `words` ("age", "by-slot") if they come next.
    [[nodiscard]] bool take(std::string_view words);
    /// Takes the next number, which must be below `end`.
    [[nodiscard]] std::int32_t number(std::int64_t end);
    /// Takes a range "100-300": both numbers below `end`, the first not above the second.
    [[nodiscard]] Range range(std::int64_t end);
    /// Takes numbers "0-2-3": at least one, as many as follow, ascending, each below `end`.
    [[nodiscard]] std::vector<std::int32_t> numbers(std::int64_t end);
    /// Takes runs "40-44-50-50" (40 to 44 and 50): ascending, all below `end`.
    [[nodiscard]] std::vector<std::int32_t> runs(std::int64_t end);
    /// Takes a number above 0, such as "0p75".
    [[nodiscard]] double positive();
    void refuse() noexcept { m_broken = true; }  ///< makes the figure unknown: it has no such word

 private:
    [[nodiscard]] bool ended() const noexcept { return m_numbers.empty() && m_next == m_request.parts.size(); }
    [[nodiscard]] double next();  ///< the next number; negative: there is none

    const FigureRequest& m_request;
    std::size_t m_next = 0;             ///< part whose word comes next
    std::span<const double> m_numbers;  ///< those behind the last word that are not taken
    bool m_broken = false;
};

}  // namespace kvw::figures
