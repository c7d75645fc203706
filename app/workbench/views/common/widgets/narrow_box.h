// SPDX-License-Identifier: GPL-3.0-or-later
/// Helpers that make number boxes and buttons fit a narrow dock.
#pragma once

#include <QComboBox>
#include <QPushButton>
#include <QWidget>

#include "app/workbench/views/common/widgets/type_scale.h"

namespace kvw::wb {

inline void makeNarrow(QWidget& box) {
    constexpr int kDigits = 9;
    fitToType(box, [](QWidget& it) { it.setMinimumWidth(kDigits * it.fontMetrics().averageCharWidth()); });
    box.setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
}

/// Lets `box` shrink, together with its arrow, to the width of `letters` letters where there is no room for its words.
inline void setShrinkable(QWidget& box, int letters = 14) {
    fitToType(box, [letters](QWidget& it) { it.setMinimumWidth(letters * it.fontMetrics().averageCharWidth()); });
}

/// Lets `box` be narrower than its entries, down to `letters` letters.
inline void setContentsLength(QComboBox& box, int letters = 0) {
    box.setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box.setMinimumContentsLength(letters);
}

/// Makes the button at least as wide as its text, which is less than the style's usual width. Call it again when the
/// text changes.
inline void fitToWords(QPushButton& button) {
    constexpr int kBeside = 14, kArrow = 14;
    button.setMinimumWidth(button.fontMetrics().horizontalAdvance(button.text()) + kBeside +
                           (button.menu() != nullptr ? kArrow : 0));
}
inline void makeNarrow(QPushButton& button) {
    fitToType(button, fitToWords);
}

}  // namespace kvw::wb
