// SPDX-License-Identifier: GPL-3.0-or-later
/// Numbers of a logarithmic axis that is too short for powers of ten (core/bundle/log_ticks.h), with all digits of
/// each decade between them.
#pragma once

#include "app/workbench/plots/qcp.h"

namespace kvw::wb {

class ShortLogTicker : public QCPAxisTicker {
 protected:
    double getTickStep(const QCPRange& range) override;
    QVector<double> createTickVector(double tickStep, const QCPRange& range) override;
    QVector<double> createSubTickVector(int subTickCount, const QVector<double>& ticks) override;
};

}  // namespace kvw::wb
