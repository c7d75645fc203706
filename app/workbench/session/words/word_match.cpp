// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/session/words/word_match.h"

#include <algorithm>

namespace kvw::wb {

namespace {

constexpr int kInside = 20, kApart = 40;

std::optional<int> matchWord(const QString& word, const QString& text) {
    std::optional<int> best;
    for (qsizetype at = text.indexOf(word, 0, Qt::CaseInsensitive); at >= 0;
         at = text.indexOf(word, at + 1, Qt::CaseInsensitive)) {
        const bool start = at == 0 || !text[at - 1].isLetterOrNumber();
        const int cost = (start ? 0 : kInside) + static_cast<int>(std::min<qsizetype>(at, kInside - 1));
        best = best ? std::min(*best, cost) : cost;
    }
    if (best) {
        return best;
    }
    qsizetype at = -1, gaps = 0;
    for (const QChar letter : word) {
        const qsizetype next = text.indexOf(letter, at + 1, Qt::CaseInsensitive);
        if (next < 0) {
            return std::nullopt;
        }
        gaps += at < 0 ? 0 : next - at - 1;
        at = next;
    }
    return kApart + static_cast<int>(gaps);
}

}  // namespace

std::optional<int> matchWords(const QString& typed, const QString& text) {
    int cost = 0;
    for (const QString& word : typed.split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
        const auto part = matchWord(word, text);
        if (!part) {
            return std::nullopt;
        }
        cost += *part;
    }
    return cost;
}

}  // namespace kvw::wb
