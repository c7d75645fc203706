// SPDX-License-Identifier: Apache-2.0
/// Title of a figure as data, so that a program that shows another language translates its parts.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/base/comma_list.h"
#include "core/base/phrase.h"

namespace kvw {

/// Returns a part of a title with a number: "layer %1".
[[nodiscard]] inline Phrase numbered(PhraseForm<1> form, std::int64_t number) {
    return phrase(form, number);
}

struct FigureTitle {
    FigureTitle() = default;
    FigureTitle(std::string plain) : parts{std::move(plain)} {}  // NOLINT(google-explicit-constructor)
    FigureTitle(const char* form) : parts{form} {}               // NOLINT(google-explicit-constructor)

    std::vector<Phrase> parts;  ///< commas stand between them

    /// Adds a part, if it is wanted.
    [[nodiscard]] FigureTitle with(Phrase part, bool wanted = true) && {
        if (wanted) {
            parts.push_back(std::move(part));
        }
        return std::move(*this);
    }
    /// Returns the English text: "Lorenz curve, layer 3".
    [[nodiscard]] std::string text() const { return joined(parts, ", ", &Phrase::english); }
};

}  // namespace kvw
