// SPDX-License-Identifier: GPL-3.0-or-later
/// Tickers that place the numbers on the axes of a plot.
#pragma once

#include "app/workbench/plot/qcp.h"

namespace kvw::wb {

/// Ticker for whole numbers (steps, tokens, layers), spaced by the width of their digits.
class WholeNumbers : public QCPAxisTickerFixed {
 public:
    WholeNumbers();
    /// Sets the length of the axis and the width of a digit, in pixels.
    void setRoom(int pixels, int digit);

 protected:
    double getTickStep(const QCPRange& range) override;

 private:
    int m_pixels = 0, m_digit = 0;
};

/// Ticker for numbers above one another, spaced by their height.
class Stacked : public QCPAxisTicker {
 public:
    void setRoom(int pixels, int line);

 protected:
    double getTickStep(const QCPRange& range) override;

 private:
    int m_pixels = 0, m_line = 0;
};

/// Ticker for a logarithmic axis, also of less than two decades; there QCPAxisTickerLog uses equal steps, whose numbers
/// overlap at the upper end.
class LogNumbers : public QCPAxisTickerLog {
 protected:
    QVector<double> createTickVector(double tickStep, const QCPRange& range) override;
};

}  // namespace kvw::wb
