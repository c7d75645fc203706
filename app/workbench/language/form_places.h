// SPDX-License-Identifier: GPL-3.0-or-later
/// Numbered placeholders of a known form ("layer %1, step %2"): matches them in a sentence, and fills them in its
/// translation.
#pragma once

#include <QString>
#include <QStringList>

namespace kvw::wb {

/// Returns a regular expression for the form, with `place` (such as "(.*?)") for each placeholder.
[[nodiscard]] QString formPattern(const QString& form, const char* place);
/// Returns the texts between the placeholders.
[[nodiscard]] QStringList formPieces(const QString& form);

/// Replaces each placeholder of `target` by `words(number)`. It does so in one pass, because the inserted text may
/// contain a %.
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
