// SPDX-License-Identifier: Apache-2.0
#include "core/bundle/figure_lines.h"

#include <algorithm>
#include <array>

namespace kvw::figures {

std::vector<double> dashOf(const FigureSeries& series) {
    static const std::array<std::vector<double>, 6> kPatterns{
        {{}, {9, 3}, {1.5, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5}, {4, 2, 1, 5}, {2, 4, 2, 4}, {5, 1.5, 1, 1.5, 1, 2}}};
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
        default:
            return {};
    }
}

}  // namespace kvw::figures
