// SPDX-License-Identifier: GPL-3.0-or-later
/// Font with which tables mark the best value of a column.
#pragma once

#include <QFont>
#include <QVariant>

namespace kvw::wb {

/// Returns the value for Qt::FontRole: a bold font if `best`, otherwise none, which leaves the view's font.
[[nodiscard]] inline QVariant bestFont(bool best) {
    if (!best) {
        return {};
    }
    QFont bold;
    bold.setBold(true);
    return bold;
}

}  // namespace kvw::wb
