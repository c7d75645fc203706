// SPDX-License-Identifier: Apache-2.0
/// Id of a figure as a value: "attention-layer-3-mean-steps-10-20" is words, each with the numbers behind it. A
/// builder describes its settings once, with a `FigureCodec`, which reads a request and writes the id of the figure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
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
    /// Returns the id, from which `parse` reads the same: a file name, with "0p75" for 0.75, "m2" for -2.
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
    [[nodiscard]] FigureRequest withList(std::string_view words, const std::vector<double>& numbers) &&;

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

/// Settings of a figure as words of its id. A function names each setting once, in the order of the id; by how the
/// codec was made, it writes them or reads them from a request. A setting that is not said stays as it is when it is
/// read; one that does not fit makes the figure unknown.
class FigureCodec {
 public:
    explicit FigureCodec(std::string_view name) : m_id(FigureRequest::parse(name)) {}  ///< writes
    /// Reads. `request` outlives this.
    FigureCodec(const FigureRequest& request, std::string_view name) : m_request(&request) { m_broken = !take(name); }

    /// Returns whether the request has that name and all its words were read.
    [[nodiscard]] bool known() const noexcept {
        return !m_broken && m_numbers.empty() && m_request != nullptr && m_next == m_request->parts.size();
    }
    [[nodiscard]] std::string id() const { return m_id.id(); }  ///< as written so far

    void flag(std::string_view words, bool& value);
    /// One of several, with the words of each; the first has none.
    template <class Enum>
    void choice(std::initializer_list<std::string_view> words, Enum& value) {
        value = static_cast<Enum>(chosen(words, static_cast<std::size_t>(value)));
    }
    /// A number below `end`; below 0 and at `usual` it is not written. Returns whether it is said.
    template <class Int>
    bool number(std::string_view words, Int& value, std::int64_t end, std::int64_t usual = -1) {
        if (m_request == nullptr && value >= 0 && value != usual) {
            add(words, {static_cast<double>(value)});
        } else if (take(words)) {
            value = next(end);
        } else {
            return false;
        }
        return true;
    }
    /// A number that is always said.
    template <class Int>
    void needed(std::string_view words, Int& value, std::int64_t end) {
        m_broken = !number(words, value, end) || m_broken;
    }
    /// A number above 0, such as "0p75".
    void positive(std::string_view words, double& value, double usual);
    /// Two finite numbers "m0p5-3", the first below the second; "m" is minus.
    void ends(std::string_view words, std::optional<std::pair<double, double>>& value);
    /// A range "100-300": both ends below `end`, the first not above the second.
    void range(std::string_view words, std::optional<Range>& value, std::int64_t end);
    /// Numbers "0-2-3": at least one, ascending, each below `end`.
    void numbers(std::string_view words, std::optional<std::vector<std::int32_t>>& values, std::int64_t end);
    /// Runs of tokens "40-44-50-50" (40 to 44 and 50): ascending, all below `end`. Written tokens may come in any
    /// order.
    void runs(std::string_view words, std::vector<std::int32_t>& tokens, std::int64_t end);

 private:
    [[nodiscard]] bool take(std::string_view words);  ///< reads `words` if they come next
    [[nodiscard]] double next();                      ///< reads a number; negative: there is none
    [[nodiscard]] std::int32_t next(std::int64_t end);
    [[nodiscard]] Range nextRange(std::int64_t end);
    std::size_t chosen(std::initializer_list<std::string_view> words, std::size_t value);
    void add(std::string_view words, const std::vector<double>& numbers);

    const FigureRequest* m_request = nullptr;  ///< null: an id is written
    FigureRequest m_id;
    std::size_t m_next = 0;             ///< part whose word comes next
    std::span<const double> m_numbers;  ///< those behind the last word that were not read
    bool m_broken = false;
};

/// Returns the id of a figure; `words(codec, figure, context...)` names its settings.
template <class Figure, class Words, class... Context>
[[nodiscard]] std::string figureId(std::string_view name, Figure figure, Words words, const Context&... context) {
    FigureCodec codec(name);
    words(codec, figure, context...);
    return codec.id();
}
/// Reads a request; `figure` has the settings that are not said. None: it is another figure, or has words that do not
/// fit.
template <class Figure, class Words, class... Context>
[[nodiscard]] std::optional<Figure> figureIn(const FigureRequest& request, std::string_view name, Figure figure,
                                             Words words, const Context&... context) {
    FigureCodec codec(request, name);
    words(codec, figure, context...);
    return codec.known() ? std::optional(std::move(figure)) : std::nullopt;
}

}  // namespace kvw::figures
