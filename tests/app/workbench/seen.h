// SPDX-License-Identifier: GPL-3.0-or-later
/// Colours as they are seen: by most people, with deuteranopia, in grey; how far apart, and with which contrast.
#pragma once

#include <QColor>
#include <algorithm>
#include <array>
#include <cmath>

namespace kvw::tests {

enum class Seen { Usual, Deuteranopia, Grey };

using Light = std::array<double, 3>;  ///< linear red, green and blue

inline Light lightOf(const QColor& color) {
    const auto linear = [](double c) { return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); };
    return {linear(color.redF()), linear(color.greenF()), linear(color.blueF())};
}

inline double luminance(const Light& light) {
    return 0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2];
}

/// Deuteranopia: Machado, Oliveira and Fernandes (2009), severity 1.
inline Light seenAs(const Light& light, Seen seen) {
    constexpr std::array<Light, 3> kDeuteranopia{
        {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}};
    if (seen == Seen::Usual) {
        return light;
    }
    Light out{};
    for (std::size_t row = 0; row < 3; ++row) {
        const Light& m = kDeuteranopia[row];
        out[row] = seen == Seen::Grey ? luminance(light)
                                      : std::clamp(m[0] * light[0] + m[1] * light[1] + m[2] * light[2], 0.0, 1.0);
    }
    return out;
}

/// CIE L*a*b* (D65).
inline std::array<double, 3> labOf(const QColor& color, Seen seen = Seen::Usual) {
    const Light l = seenAs(lightOf(color), seen);
    const auto root = [](double t) { return t > 216.0 / 24389 ? std::cbrt(t) : (24389.0 / 27 * t + 16) / 116; };
    const double x = root((0.4124564 * l[0] + 0.3575761 * l[1] + 0.1804375 * l[2]) / 0.95047);
    const double y = root(0.2126729 * l[0] + 0.7151522 * l[1] + 0.0721750 * l[2]);
    const double z = root((0.0193339 * l[0] + 0.1191920 * l[1] + 0.9503041 * l[2]) / 1.08883);
    return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

/// CIE76: 2.3 is just seen side by side.
inline double apart(const QColor& one, const QColor& other, Seen seen) {
    const auto a = labOf(one, seen), b = labOf(other, seen);
    return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

/// As WCAG defines it: 4.5 is asked of text.
inline double contrast(const QColor& one, const QColor& other) {
    const auto [dark, light] = std::minmax({luminance(lightOf(one)), luminance(lightOf(other))});
    return (light + 0.05) / (dark + 0.05);
}

}  // namespace kvw::tests
