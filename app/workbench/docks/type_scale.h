// SPDX-License-Identifier: GPL-3.0-or-later
/// Titles and notes whose type is larger or smaller than that around them, also after that has changed; and lengths
/// that follow it.
#pragma once

#include <algorithm>
#include <functional>

class QWidget;

namespace kvw::wb {

/// How much larger the application's type is than the usual one; 1 if it is smaller.
[[nodiscard]] double typeScale();
/// A length that is right for type of the usual size.
[[nodiscard]] inline int inType(int pixels) {
    return static_cast<int>(pixels * typeScale());
}
/// Of a page to read, beside other docks in a window of this width.
[[nodiscard]] inline int storyWidth(int window) {
    return std::min(inType(300), window * 2 / 5);
}
/// Its type is `factor` times as large as the application's.
void scaleType(QWidget& widget, double factor);
/// For all that `scaleType` was called for, in `root` and below, after the application's type has changed.
void rescaleType(QWidget& root);
/// Calls `fit` now and whenever the type of `widget` has changed: for sizes that are set by hand.
void fitToType(QWidget& widget, std::function<void()> fit);

}  // namespace kvw::wb
