// SPDX-License-Identifier: GPL-3.0-or-later
/// Colour map for vector formats: an image of sharp cells, with exactly the colours of the scale.
#pragma once

#include "app/workbench/plot/qcp.h"

namespace kvw::wb {

/// Owned by the plot of its axes, like every plottable.
class PrintedMap final : public QCPColorMap {
 public:
    PrintedMap(QCPAxis* x, QCPAxis* y) : QCPColorMap(x, y) {}

 protected:
    void draw(QCPPainter* painter) override;
};

}  // namespace kvw::wb
