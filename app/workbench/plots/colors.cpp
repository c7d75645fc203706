// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/plots/colors.h"

#include <algorithm>
#include <array>

#include "app/workbench/plots/qcp.h"

namespace kvw::wb {

namespace {

/// Matplotlib's viridis (CC0) at nine even places.
constexpr std::array<QRgb, 9> kViridis{0xff440154, 0xff472d7b, 0xff3b528b, 0xff2c728e, 0xff21918c,
                                       0xff28ae80, 0xff5ec962, 0xffaddc30, 0xfffde725};
/// Lightness (CIE L*) falls from 96 to 4.
constexpr std::array<QRgb, 9> kContrast{0xfffdf6c3, 0xfffee08b, 0xfffcbf4a, 0xfff39a27, 0xffd9761a,
                                        0xffb35413, 0xff86380c, 0xff552006, 0xff1a0a03};
constexpr std::array<QRgb, 8> kLayers{0xff0072b2, 0xffd55e00, 0xff009e73, 0xffcc79a7,
                                      0xffe69f00, 0xff56b4e9, 0xffa0743a, 0xff7350e0};

}  // namespace

QColor mixed(const QColor& under, const QColor& over, double share) {
    const auto channel = [share](int a, int b) { return qRound(a + (b - a) * share); };
    return {channel(under.red(), over.red()), channel(under.green(), over.green()), channel(under.blue(), over.blue())};
}

QColor sequentialColor(double t, Shades shades) {
    const auto& stops = shades == Shades::Contrast ? kContrast : kViridis;
    const double place = std::clamp(t, 0.0, 1.0) * static_cast<double>(stops.size() - 1);
    const auto below = std::min(static_cast<std::size_t>(place), stops.size() - 2);
    return mixed(QColor(stops[below]), QColor(stops[below + 1]), place - static_cast<double>(below));
}

QCPColorGradient sequentialGradient(Shades shades) {
    const auto& stops = shades == Shades::Contrast ? kContrast : kViridis;
    QCPColorGradient gradient;
    gradient.clearColorStops();
    for (std::size_t i = 0; i < stops.size(); ++i) {
        gradient.setColorStopAt(static_cast<double>(i) / static_cast<double>(stops.size() - 1), QColor(stops[i]));
    }
    gradient.setNanHandling(QCPColorGradient::nhTransparent);
    return gradient;
}

QColor layerColor(int layer, int layers) {
    if (layers <= static_cast<int>(kLayers.size())) {
        return QColor(kLayers[static_cast<std::size_t>(std::max(0, layer)) % kLayers.size()]);
    }
    return sequentialColor(0.28 + 0.64 * layer / std::max(1, layers - 1));
}

QColor byteColor(ByteKind kind, const QColor& foreground) {
    return kind == ByteKind::Live        ? QColor(0x00, 0x9e, 0x73)
           : kind == ByteKind::Allocated ? QColor(0xe6, 0x9f, 0x00)
                                         : foreground;
}

}  // namespace kvw::wb
