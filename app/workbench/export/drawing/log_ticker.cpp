// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/export/drawing/log_ticker.h"

#include <algorithm>
#include <cmath>

#include "core/figures/log_ticks.h"

namespace kvw::wb {

double ShortLogTicker::getTickStep(const QCPRange& range) {
    return range.size();  // the ticks are not equidistant
}

QVector<double> ShortLogTicker::createTickVector(double, const QCPRange& range) {
    const auto most = static_cast<std::size_t>(std::max(1, tickCount()));
    const std::vector<double> ticks = figures::plainLogTicks(range.lower, range.upper, most);
    return {ticks.begin(), ticks.end()};
}

QVector<double> ShortLogTicker::createSubTickVector(int, const QVector<double>& ticks) {
    QVector<double> between;
    const double last = std::pow(10, std::ceil(std::log10(ticks.constLast())));
    for (double power = std::pow(10, std::floor(std::log10(ticks.constFirst())) - 1); power <= last; power *= 10) {
        for (int digit = 1; digit < 10; ++digit) {
            between.push_back(digit * power);
        }
    }
    return between;  // QCustomPlot drops ticks outside the range
}

}  // namespace kvw::wb
