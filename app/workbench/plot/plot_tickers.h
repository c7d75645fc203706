// SPDX-License-Identifier: GPL-3.0-or-later
/// Tickers that place the numbers on the axes of a plot.
#pragma once

#include <algorithm>
#include <cmath>

#include "app/workbench/plot/qcp.h"

namespace kvw::wb {

/// Ticker for whole numbers (steps, tokens, layers), spaced by the width of their digits.
class WholeNumbers : public QCPAxisTickerFixed {
 public:
    WholeNumbers() {
        setTickStep(1);
        setScaleStrategy(ssMultiples);
    }
    /// Sets the length of the axis and the width of a digit, in pixels.
    void setRoom(int pixels, int digit) {
        m_pixels = pixels;
        m_digit = digit;
    }

 protected:
    double getTickStep(const QCPRange& range) override {
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

 private:
    int m_pixels = 0, m_digit = 0;
};

/// Ticker for numbers above one another, spaced by their height.
class Stacked : public QCPAxisTicker {
 public:
    void setRoom(int pixels, int line) {
        m_pixels = pixels;
        m_line = line;
    }

 protected:
    double getTickStep(const QCPRange& range) override {
        double step = QCPAxisTicker::getTickStep(range);
        while (m_pixels > 0 && step * m_pixels < m_line * range.size()) {
            step = cleanMantissa(step * 2);
        }
        return step;
    }

 private:
    int m_pixels = 0, m_line = 0;
};

/// Ticker for a logarithmic axis, also of less than two decades; there QCPAxisTickerLog uses equal steps, whose numbers
/// overlap at the upper end.
class LogNumbers : public QCPAxisTickerLog {
 protected:
    QVector<double> createTickVector(double tickStep, const QCPRange& range) override {
        constexpr double kDecades = 1.6, kBetween = 3;
        if (range.lower <= 0 || std::log10(range.upper / range.lower) >= kDecades) {
            return QCPAxisTickerLog::createTickVector(tickStep, range);
        }
        QVector<double> ticks;
        for (double decade = std::pow(10, std::floor(std::log10(range.lower))); decade <= range.upper; decade *= 10) {
            ticks << decade << decade * kBetween;
        }
        const auto within = std::ranges::count_if(ticks, [&](double tick) { return range.contains(tick); });
        return within >= 2 ? ticks : QCPAxisTickerLog::createTickVector(tickStep, range);
    }
};

}  // namespace kvw::wb
