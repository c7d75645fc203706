// SPDX-License-Identifier: GPL-3.0-or-later
/// Makes a plot readable in a lecture hall: lines as wide as in exports, high-contrast maps.
#pragma once

class QCustomPlot;

namespace kvw::wb {

/// Switches a plot to presenting, or back. Call before each replot, since lines and maps may have been added. Lines
/// with very many visible points stay one pixel wide, because Qt takes a tenth of a second to draw wider ones.
void present(QCustomPlot& plot, bool on);

}  // namespace kvw::wb
