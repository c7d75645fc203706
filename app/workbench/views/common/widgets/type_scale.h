// SPDX-License-Identifier: GPL-3.0-or-later
/// Font sizes relative to the application's font, which follow its changes, and lengths that depend on it.
#pragma once

#include <algorithm>
#include <functional>
#include <utility>

class QWidget;

namespace kvw::wb {

/// Returns the size of the application's font relative to the usual one; 1 if it is smaller.
[[nodiscard]] double typeScale();
/// Returns a length scaled by typeScale; `pixels` fits the usual font.
[[nodiscard]] inline int scaledLength(int pixels) {
    return static_cast<int>(pixels * typeScale());
}
/// Returns the width of a text page beside other docks in a window of this width.
[[nodiscard]] inline int storyWidth(int window) {
    return std::min(scaledLength(300), window * 2 / 5);
}
/// Makes the widget's font `factor` times as large as the application's.
void scaleType(QWidget& widget, double factor);
/// Updates all widgets below `root` for which `scaleType` was called, after the application's font has changed.
void rescaleType(QWidget& root);
/// Calls `fit` whenever the font of `widget` has changed.
void onTypeChange(QWidget& widget, std::function<void()> fit);
/// Calls `fit(widget)` now and whenever the font of `widget` has changed: for sizes that are set by hand.
template <class Widget, class Fit>
void fitToType(Widget& widget, Fit fit) {
    fit(widget);
    onTypeChange(widget, [&widget, fit = std::move(fit)] { fit(widget); });
}

}  // namespace kvw::wb
