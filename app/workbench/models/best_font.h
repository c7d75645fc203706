// SPDX-License-Identifier: GPL-3.0-or-later
/// How tables mark the best value of a column.
#pragma once

#include <QFont>
#include <QVariant>

namespace kvw::wb {

/// For Qt::FontRole: bold for the best; else what the view has.
[[nodiscard]] inline QVariant bestFont(bool best) {
    if (!best) {
        return {};
    }
    QFont bold;
    bold.setBold(true);
    return bold;
}

}  // namespace kvw::wb
