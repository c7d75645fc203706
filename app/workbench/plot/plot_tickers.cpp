// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/plot/plot_tickers.h"

#include <algorithm>
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
    // Widths in digits between two numbers: preferred and minimum.
    constexpr double kApart = 4, kGap = 1.5;
    constexpr int kMost = 8;
    const auto digits = static_cast<double>(QString::number(std::llround(range.upper)).size());
    if (m_pixels > 0 && m_digit > 0) {
        setTickCount(std::clamp(static_cast<int>(m_pixels / ((digits + kApart) * m_digit)), 1, kMost));
    }
    double step = QCPAxisTickerFixed::getTickStep(range);
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

QVector<double> LogNumbers::createTickVector(double tickStep, const QCPRange& range) {
    constexpr double kDecades = 1.6, kBetween = 3;
    if (range.lower <= 0 || std::log10(range.upper / range.lower) >= kDecades) {
        return QCPAxisTickerLog::createTickVector(tickStep, range);
    }
    QVector<double> ticks;
    for (double decade = std::pow(10, std::floor(std::log10(range.lower))); decade <= range.upper; decade *= 10) {
        ticks << decade << decade * kBetween;
    }
    const auto within = std::count_if(ticks.begin(), ticks.end(), [&](double tick) { return range.contains(tick); });
    return within >= 2 ? ticks : QCPAxisTickerLog::createTickVector(tickStep, range);
}

}  // namespace kvw::wb
