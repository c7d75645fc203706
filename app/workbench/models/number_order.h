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

}  // namespace kvw::wb
