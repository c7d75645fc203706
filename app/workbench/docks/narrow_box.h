// SPDX-License-Identifier: GPL-3.0-or-later
/// Number boxes and buttons of a row that has to fit a narrow dock.
#pragma once

#include <QPushButton>
#include <QWidget>

#include "app/workbench/docks/type_scale.h"

namespace kvw::wb {

inline void makeNarrow(QWidget& box) {
    constexpr int kDigits = 9;
    fitToType(box, [&box] { box.setMinimumWidth(kDigits * box.fontMetrics().averageCharWidth()); });
    box.setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
}

/// As wide as its words where there is room, and narrower, with its arrow as wide as so many letters, where there is
/// not.
inline void mayShrink(QWidget& box, int letters = 14) {
    fitToType(box, [&box, letters] { box.setMinimumWidth(letters * box.fontMetrics().averageCharWidth()); });
}

/// As wide as its words at least, which is less than the style's usual width. `fitToWords` again where they change.
inline void fitToWords(QPushButton& button) {
    constexpr int kBeside = 14, kArrow = 14;
    button.setMinimumWidth(button.fontMetrics().horizontalAdvance(button.text()) + kBeside +
                           (button.menu() != nullptr ? kArrow : 0));
}
inline void makeNarrow(QPushButton& button) {
    fitToType(button, [&button] { fitToWords(button); });
}

}  // namespace kvw::wb
