// SPDX-License-Identifier: GPL-3.0-or-later
/// Numbers as the window writes them.
#pragma once

#include <QLocale>
#include <QString>
#include <cmath>

namespace kvw::wb {

/// Returns "0.125", or "–" if the number is undefined. `format`, `digits`: as in QLocale::toString.
[[nodiscard]] inline QString numberText(double value, char format = 'g', int digits = 3) {
    return std::isfinite(value) ? QLocale::c().toString(value, format, digits) : QStringLiteral("–");
}

}  // namespace kvw::wb
