// SPDX-License-Identifier: Apache-2.0
#include "core/figures/figure_lines.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace kvw::figures {
namespace {

constexpr double kGroup = 0.8, kFilled = 0.85;  // shares: of a group between two numbers, of a bar in its place

bool isLaneBar(const FigureSeries& series) {
    return series.style == FigureStyle::Bars &&
           (series.role == FigureRole::Lane || series.role == FigureRole::FullLane);
}

bool marksBars(const FigureSeries& series) {
    return series.style == FigureStyle::Points &&
           (series.role == FigureRole::Budget || series.role == FigureRole::Allocated);
}

bool hasGroups(const FigurePanel& panel) {
    return std::count_if(panel.series.begin(), panel.series.end(), isLaneBar) > 1;
}

}  // namespace

std::vector<double> dashOf(const FigureSeries& series) {
    // One for the full cache, and one for each lane that may stand beside it.
    static const std::array<std::vector<double>, 7> kPatterns{{{},
                                                               {9, 3},
                                                               {1.5, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5},
                                                               {4, 2, 1, 5},
                                                               {2, 4, 2, 4},
                                                               {5, 1.5, 1, 1.5, 1, 2},
                                                               {6.5, 1.5, 2.5, 1.5}}};
    switch (series.role) {
        case FigureRole::Layer:
        case FigureRole::Lane:
            return kPatterns[static_cast<std::size_t>(std::max(0, series.index)) % kPatterns.size()];
        case FigureRole::Allocated:
            return kPatterns[1];
        case FigureRole::Full:
            return kPatterns[2];
        case FigureRole::Threshold:
            return {3, 3, 3, 3};
        case FigureRole::Budget:
            return {6, 2, 2, 2};
        default:
            return {};
    }
}

std::vector<LinePoint> linePoints(const FigureSeries& series, std::size_t most, bool& thinned) {
    std::vector<LinePoint> all;
    const std::size_t count = std::min(series.x.size(), series.y.size());
    for (std::size_t i = 0; i < count; ++i) {
        all.push_back({series.x[i], series.y[i], i < series.deviation.size() ? series.deviation[i] : NAN});
    }
    if (count <= most) {
        return all;
    }
    thinned = true;
    std::vector<LinePoint> kept;
    const std::size_t bins = most / 2;
    for (std::size_t bin = 0; bin < bins; ++bin) {
        const auto begin = all.begin() + static_cast<std::ptrdiff_t>(bin * count / bins);
        const auto end = all.begin() + static_cast<std::ptrdiff_t>((bin + 1) * count / bins);
        auto low = end, high = end;
        for (auto at = begin; at != end; ++at) {
            if (std::isfinite(at->y)) {
                low = low == end || at->y < low->y ? at : low;
                high = high == end || at->y > high->y ? at : high;
            }
        }
        if (low == end) {
            kept.push_back(*begin);
            continue;
        }
        kept.push_back(*std::min(low, high));
        if (low != high) {
            kept.push_back(*std::max(low, high));
        }
    }
    return kept;
}

BarPlace barPlace(std::size_t place, std::size_t count) {
    const auto all = static_cast<double>(std::max<std::size_t>(count, 1));
    return {kGroup * ((static_cast<double>(place) + 0.5) / all - 0.5), kGroup * kFilled / all};
}

BarPlace barPlace(const FigurePanel& panel, const FigureSeries& series) {
    if (!hasGroups(panel) || (!isLaneBar(series) && !marksBars(series))) {
        return {};
    }
    std::size_t place = 0, count = 0;
    bool before = true;
    for (const FigureSeries& each : panel.series) {
        count += isLaneBar(each) ? 1 : 0;
        place = before ? count : place;
        before = before && &each != &series;
    }
    return barPlace(std::max<std::size_t>(place, 1) - 1, count);
}

std::string legendName(const FigurePanel& panel, const FigureSeries& series) {
    const auto curves = std::count_if(panel.series.begin(), panel.series.end(),
                                      [](const FigureSeries& each) { return each.role != FigureRole::Threshold; });
    if (curves == 1 && series.label == panel.y.label.english()) {
        return {};
    }
    if (!hasGroups(panel) || !marksBars(series)) {
        return series.label;
    }
    const auto first = std::find_if(panel.series.begin(), panel.series.end(), [&](const FigureSeries& each) {
        return marksBars(each) && each.role == series.role;
    });
    return &*first != &series                  ? std::string()
           : series.role == FigureRole::Budget ? std::string("budget")
                                               : std::string("capacity");
}

}  // namespace kvw::figures
