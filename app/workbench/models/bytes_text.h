// SPDX-License-Identifier: GPL-3.0-or-later
/// Bytes in words. The window and its figures count in powers of 1024 and say so: KiB, MiB, GiB.
#pragma once

#include <QObject>
#include <QString>

namespace kvw::wb {

inline constexpr double kKiB = 1024, kMiB = 1024 * kKiB, kGiB = 1024 * kMiB;

/// The unit in which `bytes` has one to four digits before the point.
struct BytesUnit {
    const char* name;
    double bytes;
};
[[nodiscard]] inline BytesUnit bytesUnit(double bytes) {
    return bytes < kMiB ? BytesUnit{"KiB", kKiB} : bytes < kGiB ? BytesUnit{"MiB", kMiB} : BytesUnit{"GiB", kGiB};
}
/// "3.0", "12", "512": two digits where there are no more.
[[nodiscard]] inline QString bytesIn(double bytes, BytesUnit unit) {
    const double value = bytes / unit.bytes;
    return QString::number(value, 'f', value < 10 ? 1 : 0);
}
/// "3.0 KiB", "12 MiB"
[[nodiscard]] inline QString bytesText(double bytes) {
    const BytesUnit unit = bytesUnit(bytes);
    return bytesIn(bytes, unit) + QLatin1Char(' ') + QLatin1String(unit.name);
}
/// "1.2 of 6.3 MiB": both in the unit of the whole, unless the part were nothing in it: "780 KiB of 1.4 GiB".
[[nodiscard]] inline QString bytesOfText(double part, double whole) {
    const BytesUnit unit = bytesUnit(whole);
    if (part > 0 && part < unit.bytes / 20) {
        return QObject::tr("%1 of %2").arg(bytesText(part), bytesText(whole));
    }
    return QObject::tr("%1 of %2 %3").arg(bytesIn(part, unit), bytesIn(whole, unit), QLatin1String(unit.name));
}

}  // namespace kvw::wb
