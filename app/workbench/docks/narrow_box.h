// SPDX-License-Identifier: GPL-3.0-or-later
/// A number box of a row that has to fit a narrow dock.
#pragma once

#include <QWidget>

#include "app/workbench/docks/type_scale.h"

namespace kvw::wb {

inline void makeNarrow(QWidget& box) {
    constexpr int kDigits = 9;
    fitToType(box, [&box] { box.setMinimumWidth(kDigits * box.fontMetrics().averageCharWidth()); });
    box.setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
}

}  // namespace kvw::wb
