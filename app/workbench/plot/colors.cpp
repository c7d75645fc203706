// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/plot/colors.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <vector>

#include "app/workbench/plot/qcp.h"
#include "app/workbench/session/theme.h"

namespace kvw::wb {

namespace {

/// Stops whose lightness (CIE L*) falls from 96 to 4.
constexpr std::array<QRgb, 9> kContrast{0xfffdf6c3, 0xfffee08b, 0xfffcbf4a, 0xfff39a27, 0xffd9761a,
                                        0xffb35413, 0xff86380c, 0xff552006, 0xff1a0a03};
std::vector<QColor> stopsOf(Shades shades) {
    std::vector<QColor> stops;
    if (shades == Shades::Contrast) {
        stops.assign(kContrast.begin(), kContrast.end());
    } else {
        std::ranges::transform(figures::sequentialStops(), std::back_inserter(stops), colorOf);
    }
    return stops;
}

}  // namespace

QColor mixed(const QColor& under, const QColor& over, double share) {
    const auto channel = [share](int a, int b) { return qRound(a + (b - a) * share); };
    return {channel(under.red(), over.red()), channel(under.green(), over.green()), channel(under.blue(), over.blue())};
}

QColor sequentialColor(double t, Shades shades) {
    if (shades == Shades::Usual) {
        return colorOf(figures::sequentialColour(t));
    }
    const auto& stops = kContrast;
    const double place = std::clamp(t, 0.0, 1.0) * static_cast<double>(stops.size() - 1);
    const auto below = std::min(static_cast<std::size_t>(place), stops.size() - 2);
    return mixed(QColor(stops[below]), QColor(stops[below + 1]), place - static_cast<double>(below));
}

QCPColorGradient sequentialGradient(Shades shades) {
    const std::vector<QColor> stops = stopsOf(shades);
    QCPColorGradient gradient;
    gradient.clearColorStops();
    for (std::size_t i = 0; i < stops.size(); ++i) {
        gradient.setColorStopAt(static_cast<double>(i) / static_cast<double>(stops.size() - 1), stops[i]);
    }
    gradient.setNanHandling(QCPColorGradient::nhTransparent);
    return gradient;
}

QColor layerColor(int layer, int layers) {
    return colorOf(figures::layerColour(layer, layers));
}

}  // namespace kvw::wb
