// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/session/words/number_order.h"

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

void PinnedOrder::sort(int column, Qt::SortOrder order) {
    if (const bool asTheyCome = column < 0; asTheyCome != m_asTheyCome) {
        m_asTheyCome = asTheyCome;
        invalidate();
    }
    m_asTheyCome ? NumberOrder::sort(0, Qt::AscendingOrder) : NumberOrder::sort(column, order);
}

bool PinnedOrder::lessThan(const QModelIndex& left, const QModelIndex& right) const {
    const auto pinned = [this](const QModelIndex& index) {
        return index.siblingAtColumn(m_column).data(Qt::CheckStateRole).toInt() == Qt::Checked;
    };
    if (const bool pin = pinned(left); pin != pinned(right)) {
        return pin != (sortOrder() == Qt::DescendingOrder);
    }
    return m_asTheyCome ? left.row() < right.row() : NumberOrder::lessThan(left, right);
}

}  // namespace kvw::wb
