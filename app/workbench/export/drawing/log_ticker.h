// SPDX-License-Identifier: GPL-3.0-or-later
/// Ticker for a logarithmic axis that is too short for powers of ten (core/figures/log_ticks.h), with all digits of
/// each decade as subticks.
#pragma once

#include "app/workbench/plot/qcp.h"

namespace kvw::wb {

class ShortLogTicker : public QCPAxisTicker {
 protected:
    double getTickStep(const QCPRange& range) override;
    QVector<double> createTickVector(double tickStep, const QCPRange& range) override;
    QVector<double> createSubTickVector(int subTickCount, const QVector<double>& ticks) override;
};

}  // namespace kvw::wb
