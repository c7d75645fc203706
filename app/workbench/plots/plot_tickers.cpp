// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/plots/plot_tickers.h"

#include <cmath>

namespace kvw::wb {

WholeNumbers::WholeNumbers() {
    setTickStep(1);
    setScaleStrategy(ssMultiples);
}

void WholeNumbers::setRoom(int pixels, int digit) {
    m_pixels = pixels;
    m_digit = digit;
}

double WholeNumbers::getTickStep(const QCPRange& range) {
    constexpr double kGap = 1.5;  // digits between two numbers
    double step = QCPAxisTickerFixed::getTickStep(range);
    const auto digits = static_cast<double>(QString::number(std::llround(range.upper)).size());
    const double needed = (digits + kGap) * m_digit;
    while (m_pixels > needed && step * m_pixels < needed * range.size()) {
        step = cleanMantissa(step * 2);
    }
    return step;
}

void Stacked::setRoom(int pixels, int line) {
    m_pixels = pixels;
    m_line = line;
}

double Stacked::getTickStep(const QCPRange& range) {
    double step = QCPAxisTicker::getTickStep(range);
    while (m_pixels > 0 && step * m_pixels < m_line * range.size()) {
        step = cleanMantissa(step * 2);
    }
    return step;
}

}  // namespace kvw::wb
