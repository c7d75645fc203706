// SPDX-License-Identifier: GPL-3.0-or-later
/// Sorts tables by Qt::UserRole: numbers by value with undefined ones always last, words by the locale.
#pragma once

#include <QSortFilterProxyModel>

namespace kvw::wb {

class NumberOrder : public QSortFilterProxyModel {
    Q_OBJECT
 public:
    explicit NumberOrder(QObject* parent = nullptr) : QSortFilterProxyModel(parent) { setSortRole(Qt::UserRole); }

 protected:
    bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;
};

/// Keeps the rows that are ticked in a column on top, whatever the table is sorted by, and when it is not sorted.
class PinnedOrder : public NumberOrder {
    Q_OBJECT
 public:
    /// `column`: the column with the ticks.
    explicit PinnedOrder(int column, QObject* parent = nullptr) : NumberOrder(parent), m_column(column) {}

    /// Sorts by a column; -1: pinned rows, then the others, each in the order of the source.
    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;

 protected:
    bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;

 private:
    int m_column;
    bool m_asTheyCome = true;
};

}  // namespace kvw::wb
