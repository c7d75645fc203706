// SPDX-License-Identifier: GPL-3.0-or-later
/// Formats a difference with its sign: "+0.41", "−0.54"; one that rounds to 0 has no sign.
#pragma once

#include <QLocale>
#include <QString>
#include <cmath>

namespace kvw::wb {

[[nodiscard]] inline QString differenceText(double value, int decimals = 2) {
    const QString digits = QLocale::c().toString(std::abs(value), 'f', decimals);
    const bool none = digits.toDouble() == 0;
    return (none ? QString() : value < 0 ? QString(QChar(0x2212)) : QStringLiteral("+")) + digits;
}

}  // namespace kvw::wb
