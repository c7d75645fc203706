// SPDX-License-Identifier: GPL-3.0-or-later
/// Where the numbers of a plot's axes stand.
#pragma once

#include "app/workbench/plots/qcp.h"

namespace kvw::wb {

/// Whole numbers only (steps, tokens and layers have no halves), as far apart as their digits need.
class WholeNumbers : public QCPAxisTickerFixed {
 public:
    WholeNumbers();
    /// Of the axis, and of one digit.
    void setRoom(int pixels, int digit);

 protected:
    double getTickStep(const QCPRange& range) override;

 private:
    int m_pixels = 0, m_digit = 0;
};

/// Above one another: as far apart as they are high.
class Stacked : public QCPAxisTicker {
 public:
    void setRoom(int pixels, int line);

 protected:
    double getTickStep(const QCPRange& range) override;

 private:
    int m_pixels = 0, m_line = 0;
};

/// On a logarithmic axis, also of less than two decades: there QCPAxisTickerLog takes equal steps, whose numbers run
/// into each other at the upper end.
class LogNumbers : public QCPAxisTickerLog {
 protected:
    QVector<double> createTickVector(double tickStep, const QCPRange& range) override;
};

}  // namespace kvw::wb
