// SPDX-License-Identifier: Apache-2.0
/// Findings: warnings and notes about a run as phrases (phrase.h) with a code, whose form `finding_forms.h` has. Code
/// that acts on a finding reads the code and the parts.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/finding_forms.h"
#include "core/base/phrase.h"

namespace kvw {

/// A warning or note: a phrase with a code, or a plain text, such as a sentence of a plugin. Unlike a phrase, it takes
/// a literal as a plain text.
struct Finding : Phrase {
    Finding() = default;
    Finding(std::string plain) : Phrase(std::move(plain)) {}         // NOLINT(google-explicit-constructor)
    Finding(const char* plain) : Phrase(std::string_view(plain)) {}  // NOLINT(google-explicit-constructor)
    Finding(Phrase phrase) : Phrase(std::move(phrase)) {}            // NOLINT(google-explicit-constructor)
    template <std::integral Number>
    Finding(Number number) : Phrase(std::to_string(number)) {}  // NOLINT(google-explicit-constructor)

    Severity severity = Severity::Warning;

    /// Returns true if it says that the run evicts nothing.
    [[nodiscard]] bool tellsNothingEvicted() const;
    /// Returns true if it says that this parameter has no effect.
    [[nodiscard]] bool tellsInert(std::string_view parameter) const;
    [[nodiscard]] bool operator==(const Finding&) const = default;
};

/// A code with so many arguments. A code that is not in the table, or takes another number of arguments, does not
/// compile.
template <std::size_t arguments>
struct FindingCode {
    consteval FindingCode(const char* code)  // NOLINT(google-explicit-constructor)
        : form(findingForm(code)) {
        if (form == nullptr || placesOf(form->form) != arguments) {
            throw "no such code, or another number of arguments";
        }
    }
    const FindingForm* form;
};

/// Returns the finding with a code of the table: `finding("no-effect-while", "slack", ...)`.
template <class... Arguments>
[[nodiscard]] Finding finding(FindingCode<sizeof...(Arguments)> code, Arguments&&... arguments) {
    Finding made = Phrase(code.form->form);
    made.code = code.form->code;
    made.severity = code.form->severity;
    made.parts.reserve(sizeof...(Arguments));
    (made.parts.push_back(Finding(std::forward<Arguments>(arguments))), ...);
    return made;
}

/// Returns the finding for a number of things: `counted(3, "token", "tokens")`.
[[nodiscard]] inline Finding counted(std::int64_t count, FindingCode<1> one, FindingCode<1> more) {
    return count == 1 ? finding(one, count) : finding(more, count);
}

/// Returns "a and b and c"; at least one.
[[nodiscard]] Finding joinedByAnd(std::vector<Phrase> parts);

/// Returns the sentence of an error (error.h) as a finding.
[[nodiscard]] Finding errorFinding(const Phrase& sentence, Severity severity = Severity::Error);

}  // namespace kvw
