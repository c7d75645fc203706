// SPDX-License-Identifier: Apache-2.0
/// Id of a figure as a value: "attention-layer-3-mean-steps-10-20" is words, each with the numbers behind it. It says
/// what is asked for, not whether there is such a figure (figure_id_words.h).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace kvw::figures {

struct FigureRequest {
    struct Part {
        std::string word;
        std::vector<double> numbers;
        [[nodiscard]] bool operator==(const Part&) const = default;
    };
    std::vector<Part> parts;

    [[nodiscard]] static FigureRequest parse(std::string_view id);
    /// Returns the id; numbers as `numberId` writes them.
    [[nodiscard]] std::string id() const;

    /// Returns true if the id begins with these words: "budgets-share".
    [[nodiscard]] bool isA(std::string_view name) const { return standsAt(0, name); }
    /// Returns true if these words ("by-slot") stand side by side behind the first word.
    [[nodiscard]] bool says(std::string_view words) const;
    /// Returns the numbers of the first part with this word and at least `least` numbers, behind the first word; empty:
    /// there is none.
    [[nodiscard]] std::vector<double> numbersOf(std::string_view word, std::size_t least = 1) const;
    [[nodiscard]] bool operator==(const FigureRequest&) const = default;

 private:
    [[nodiscard]] bool standsAt(std::size_t part, std::string_view words) const;
};

}  // namespace kvw::figures
