// SPDX-License-Identifier: GPL-3.0-or-later
/// The colour scale of a dock with a map.
#pragma once

#include "tests/app/workbench/views/common/shown_dock.h"

namespace kvw::wb {

/// Returns the title of the colour scale beside a map; empty: there is none.
inline QString scaleTitle(const Shown& shown) {
    for (const Plot* plot : shown.dock->findChildren<Plot*>()) {
        if (plot->plotLayout()->columnCount() > 1) {
            return qobject_cast<QCPColorScale*>(plot->plotLayout()->element(0, plot->plotLayout()->columnCount() - 1))
                ->axis()
                ->label();
        }
    }
    return {};
}

}  // namespace kvw::wb
