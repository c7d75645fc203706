// SPDX-License-Identifier: Apache-2.0
/// Phrases: the texts of errors and findings (finding.h), as an English form and what fills its places. A program that
/// shows another language translates the form and fills in the translated parts. Nothing reads a fact from a sentence.
#pragma once

#include <concepts>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/finding_forms.h"

namespace kvw {

/// Returns the form with its places replaced by what `part(number)` returns. It does so in one pass, because what is
/// filled in may have a "%1" of its own.
template <class Part>
[[nodiscard]] std::string filledForm(std::string_view form, const Part& part) {
    std::string filled;
    for (std::size_t i = 0; i < form.size(); ++i) {
        if (const std::size_t place = placeAt(form, i); place > 0) {
            filled += part(place);
            ++i;
        } else {
            filled += form[i];
        }
    }
    return filled;
}

/// A form with places %1, %2, ... and the phrases that fill them, or a plain text, which no program translates: a name,
/// a value, the words of a plugin. A literal is a form, a `std::string` is a plain text.
struct Phrase {
    Phrase() = default;
    Phrase(const char* form) : words(form), isForm(true) {}  // NOLINT(google-explicit-constructor)
    Phrase(std::string plain) : words(std::move(plain)) {}   // NOLINT(google-explicit-constructor)
    Phrase(std::string_view plain) : words(plain) {}         // NOLINT(google-explicit-constructor)
    template <std::integral Number>
    requires(!std::same_as<Number, bool> && !std::same_as<Number, char>) Phrase(Number number)
        : words(std::to_string(number)) {}  // NOLINT(google-explicit-constructor)
    Phrase(float number);                   // NOLINT(google-explicit-constructor)
    Phrase(double number);                  // NOLINT(google-explicit-constructor)

    std::string words;          ///< the form or the plain text
    std::vector<Phrase> parts;  ///< %1, %2, ... of the form
    std::string_view code;      ///< of `kFindingForms`, for a form of that table; a literal there
    bool isForm = false;

    [[nodiscard]] bool empty() const noexcept { return words.empty(); }
    [[nodiscard]] std::string english() const;
    [[nodiscard]] bool operator==(const Phrase&) const = default;
};

/// A form with so many places; a form with another number does not compile.
template <std::size_t parts>
struct PhraseForm {
    consteval PhraseForm(const char* form)  // NOLINT(google-explicit-constructor)
        : text(form) {
        if (placesOf(form) != parts) {
            throw "another number of places";
        }
    }
    const char* text;
};

/// Returns the phrase with these parts: `phrase("at most %1", 3)`.
template <class... Parts>
[[nodiscard]] Phrase phrase(PhraseForm<sizeof...(Parts)> form, Parts&&... parts) {
    Phrase made(form.text);
    made.parts.reserve(sizeof...(Parts));
    (made.parts.emplace_back(std::forward<Parts>(parts)), ...);
    return made;
}

/// Returns the English texts of phrases or findings.
template <class Phrases>
[[nodiscard]] std::vector<std::string> englishOf(const Phrases& phrases) {
    std::vector<std::string> texts;
    for (const Phrase& each : phrases) {
        texts.push_back(each.english());
    }
    return texts;
}

/// Returns the phrase with each of its forms and plain texts replaced by what `change(text)` returns.
template <class Change>
[[nodiscard]] Phrase withTexts(Phrase of, const Change& change) {
    of.words = change(of.words);
    for (Phrase& part : of.parts) {
        part = withTexts(std::move(part), change);
    }
    return of;
}

}  // namespace kvw
