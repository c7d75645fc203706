// SPDX-License-Identifier: GPL-3.0-or-later
/// Formats numbers of bytes. The window and its figures count in powers of 1024 and say so: KiB, MiB, GiB.
#pragma once

#include <QObject>
#include <QString>

namespace kvw::wb {

inline constexpr double kKiB = 1024, kMiB = 1024 * kKiB, kGiB = 1024 * kMiB;

struct BytesUnit {
    const char* name;
    double bytes;
};
/// Returns the largest unit of which there is at least one in `bytes`; KiB for less than 1 KiB.
[[nodiscard]] inline BytesUnit bytesUnit(double bytes) {
    return bytes < kMiB ? BytesUnit{"KiB", kKiB} : bytes < kGiB ? BytesUnit{"MiB", kMiB} : BytesUnit{"GiB", kGiB};
}
/// Returns `bytes` in `unit` without its name, with one decimal below 10: "3.0", "12", "512".
[[nodiscard]] inline QString bytesIn(double bytes, BytesUnit unit) {
    const double value = bytes / unit.bytes;
    return QString::number(value, 'f', value < 10 ? 1 : 0);
}
/// Returns "3.0 KiB", "12 MiB".
[[nodiscard]] inline QString bytesText(double bytes) {
    const BytesUnit unit = bytesUnit(bytes);
    return bytesIn(bytes, unit) + QLatin1Char(' ') + QLatin1String(unit.name);
}
/// Returns "1.2 of 6.3 MiB", or "780 KiB of 40 GiB" if the part would round to 0.0 in the unit of the whole.
[[nodiscard]] inline QString bytesOfText(double part, double whole) {
    const BytesUnit unit = bytesUnit(whole);
    if (part > 0 && part < unit.bytes / 20) {
        return QObject::tr("%1 of %2").arg(bytesText(part), bytesText(whole));
    }
    return QObject::tr("%1 of %2 %3").arg(bytesIn(part, unit), bytesIn(whole, unit), QLatin1String(unit.name));
}

}  // namespace kvw::wb
