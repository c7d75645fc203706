// SPDX-License-Identifier: GPL-3.0-or-later
/// Numbered places of a known form ("layer %1, step %2"): what finds them in a sentence, and what fills those of its
/// translation.
#pragma once

#include <QString>
#include <QStringList>

namespace kvw::wb {

/// A regular expression of the form, each place as `place` ("(.*?)").
[[nodiscard]] QString formPattern(const QString& form, const char* place);
/// What stands between its places.
[[nodiscard]] QStringList formPieces(const QString& form);

/// `words(number)` in the places of `target`. In one pass: what is put into a place may have a % of its own.
template <class Words>
[[nodiscard]] QString fillPlaces(const QString& target, const Words& words) {
    QString result;
    for (qsizetype i = 0; i < target.size(); ++i) {
        const bool here = target[i] == QLatin1Char('%') && i + 1 < target.size() && target[i + 1].isDigit();
        if (here) {
            result += words(target[++i].digitValue());
        } else {
            result += target[i];
        }
    }
    return result;
}

}  // namespace kvw::wb
