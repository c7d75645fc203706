// SPDX-License-Identifier: Apache-2.0
#include "core/base/error.h"

#include <algorithm>
#include <array>
#include <vector>

#include "core/base/visible_text.h"

namespace kvw {

namespace {

constexpr const char *kPlaced = "%1: %2", *kFound = "%1; found %2", *kExpected = "%1; expected %2",
                     *kAlsoExpected = "%1, expected %2", *kStopped = "%1.";

}  // namespace

std::string Error::sentence() const {
    return asPhrase().english();
}

Phrase Error::clause() const {
    Phrase all = where.empty() ? what : phrase(kPlaced, where, what);
    if (!found.empty()) {
        all = phrase(kFound, std::move(all), found);
    }
    if (!expected.empty()) {
        all = found.empty() ? phrase(kExpected, std::move(all), expected)
                            : phrase(kAlsoExpected, std::move(all), expected);
    }
    return withTexts(std::move(all), visibleText);
}

Phrase Error::asPhrase() const {
    Phrase all = clause();
    const std::string text = all.english();
    return text.ends_with('.') || text.ends_with('?') ? all : phrase(kStopped, std::move(all));
}

Phrase withoutPlace(Phrase sentence) {
    if (!sentence.isForm || sentence.parts.empty()) {
        return sentence;
    }
    if (sentence.words == kPlaced) {
        return Phrase(std::move(sentence.parts.back()));
    }
    const bool ofError = std::ranges::any_of(std::array{kFound, kExpected, kAlsoExpected, kStopped},
                                             [&sentence](const char* form) { return sentence.words == form; });
    if (ofError) {
        sentence.parts.front() = withoutPlace(std::move(sentence.parts.front()));
    }
    return sentence;
}

tl::unexpected<Error> fail(Code code, Phrase where, Phrase what, Phrase found, Phrase expected) {
    return tl::unexpected<Error>(Error{code, std::move(what), std::move(where), std::move(expected), std::move(found)});
}

Phrase systemReason(int error) {
    return systemReason(std::error_code(error, std::generic_category()));
}

Phrase systemReason(const std::error_code& error) {
    return error.message().c_str();
}

int editDistance(const std::string& a, const std::string& b) {
    std::vector<int> row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) {
        row[j] = static_cast<int>(j);
    }
    for (std::size_t i = 1; i <= a.size(); ++i) {
        int diagonal = row[0];
        row[0] = static_cast<int>(i);
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const int substituted = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
            diagonal = row[j];
            row[j] = std::min({substituted, row[j] + 1, row[j - 1] + 1});
        }
    }
    return row[b.size()];
}

}  // namespace kvw
