// SPDX-License-Identifier: GPL-3.0-or-later
/// A plot as a hall can see it: lines of an export's width, maps of high contrast.
#pragma once

class QCustomPlot;

namespace kvw::wb {

/// To be called before each replot, as new lines and maps may have come; off: as on a screen. Lines with very many
/// points in view keep one pixel: wider ones take Qt a tenth of a second there.
void present(QCustomPlot& plot, bool on);

}  // namespace kvw::wb
