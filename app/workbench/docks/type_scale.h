// SPDX-License-Identifier: GPL-3.0-or-later
/// Titles and notes whose type is larger or smaller than that around them, also after that has changed.
#pragma once

#include <functional>

class QWidget;

namespace kvw::wb {

/// Its type is `factor` times as large as the application's.
void scaleType(QWidget& widget, double factor);
/// For all that `scaleType` was called for, in `root` and below, after the application's type has changed.
void rescaleType(QWidget& root);
/// Calls `fit` now and whenever the type of `widget` has changed: for sizes that are set by hand.
void fitToType(QWidget& widget, std::function<void()> fit);

}  // namespace kvw::wb
