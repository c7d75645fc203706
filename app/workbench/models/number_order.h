// SPDX-License-Identifier: GPL-3.0-or-later
/// A table sorted by what its Qt::UserRole says: numbers by their size, undefined ones below; words as the language has
/// them.
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

/// What is ticked in a column stays on top, whatever the table is sorted by, and when it is sorted by nothing.
class PinnedOrder : public NumberOrder {
    Q_OBJECT
 public:
    /// `column`: the one with the ticks.
    explicit PinnedOrder(int column, QObject* parent = nullptr) : NumberOrder(parent), m_column(column) {}

    /// Column -1: pinned rows, then the others, each as they come.
    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;

 protected:
    bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;

 private:
    int m_column;
    bool m_asTheyCome = true;
};

}  // namespace kvw::wb
