// SPDX-License-Identifier: Apache-2.0
#include "core/base/error.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "core/base/visible_text.h"

namespace kvw {

std::string Error::sentence() const {
    return asPhrase().english();
}

Phrase Error::asPhrase() const {
    Phrase all = where.empty() ? what : phrase("%1: %2", where, what);
    if (!found.empty()) {
        all = phrase("%1; found %2", std::move(all), found);
    }
    if (!expected.empty()) {
        all = found.empty() ? phrase("%1; expected %2", std::move(all), expected)
                            : phrase("%1, expected %2", std::move(all), expected);
    }
    const std::string text = all.english();
    if (text.empty() || (text.back() != '.' && text.back() != '?')) {
        all = phrase("%1.", std::move(all));
    }
    return withTexts(std::move(all), visibleText);
}

tl::unexpected<Error> fail(Code code, Phrase where, Phrase what, Phrase found, Phrase expected) {
    return tl::unexpected<Error>(Error{code, std::move(what), std::move(where), std::move(expected), std::move(found)});
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
