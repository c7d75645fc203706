// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/models/number_order.h"

#include <cmath>

namespace kvw::wb {

bool NumberOrder::lessThan(const QModelIndex& left, const QModelIndex& right) const {
    const QVariant a = left.data(Qt::UserRole), b = right.data(Qt::UserRole);
    if (a.userType() == QMetaType::Double && b.userType() == QMetaType::Double) {
        const double x = a.toDouble(), y = b.toDouble();
        if (std::isnan(x) || std::isnan(y)) {
            return std::isnan(x) != std::isnan(y) && std::isnan(y) != (sortOrder() == Qt::DescendingOrder);
        }
        return x < y;
    }
    return QString::localeAwareCompare(a.toString(), b.toString()) < 0;
}

}  // namespace kvw::wb
