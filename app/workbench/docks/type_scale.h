// SPDX-License-Identifier: GPL-3.0-or-later
/// Titles and notes whose type is larger or smaller than that around them, also after that has changed.
#pragma once

class QWidget;

namespace kvw::wb {

/// Its type is `factor` times as large as the application's.
void scaleType(QWidget& widget, double factor);
/// For all that `scaleType` was called for, in `root` and below, after the application's type has changed.
void rescaleType(QWidget& root);

}  // namespace kvw::wb
