// SPDX-License-Identifier: GPL-3.0-or-later
/// Base of the models of tables: heads, size and alignment. A subclass says how many rows there are and what is in a
/// cell.
#pragma once

#include <QAbstractTableModel>
#include <utility>
#include <vector>

namespace kvw::wb {

/// Thread: GUI thread.
class TableModel : public QAbstractTableModel {
 public:
    using QAbstractTableModel::QAbstractTableModel;

    int rowCount(const QModelIndex& parent = {}) const final { return parent.isValid() ? 0 : rows(); }
    int columnCount(const QModelIndex& parent = {}) const final {
        return parent.isValid() ? 0 : static_cast<int>(m_heads.size());
    }
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const final {
        if (!index.isValid() || index.row() >= rows()) {
            return {};
        }
        if (role == Qt::TextAlignmentRole) {
            const bool right = m_heads[static_cast<std::size_t>(index.column())].right;
            return right ? QVariant(Qt::AlignRight | Qt::AlignVCenter) : QVariant();
        }
        return cell(index.row(), index.column(), role);
    }
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override {
        if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) {
            return {};
        }
        const Head& head = m_heads[static_cast<std::size_t>(section)];
        return role == Qt::DisplayRole                          ? QVariant(head.title)
               : role == Qt::ToolTipRole && !head.tip.isEmpty() ? QVariant(head.tip)
                                                                : QVariant();
    }

 protected:
    struct Head {
        QString title, tip = {};
        bool right = false;  ///< cells stand on the right, as numbers do
    };
    /// Sets the columns: in the constructor, or while the model is reset.
    void setHeads(std::vector<Head> heads) { m_heads = std::move(heads); }
    [[nodiscard]] virtual int rows() const = 0;
    /// Returns the value of a cell for any role but the alignment.
    [[nodiscard]] virtual QVariant cell(int row, int column, int role) const = 0;

 private:
    std::vector<Head> m_heads;
};

}  // namespace kvw::wb
