// SPDX-License-Identifier: GPL-3.0-or-later
/// The colour of a lane before its name, in lists and tables: the same in a row that is selected, which a style would
/// tint.
#pragma once

#include <QIcon>
#include <QPixmap>
#include <QStyledItemDelegate>

namespace kvw::wb {

[[nodiscard]] inline QIcon laneSwatch(const QColor& color) {
    QPixmap pixmap(32, 32);  // no list shows it larger
    pixmap.fill(color);
    QIcon icon(pixmap);
    icon.addPixmap(pixmap, QIcon::Selected);
    return icon;
}

/// Of rows whose decoration is a colour.
class LaneSwatches : public QStyledItemDelegate {
 public:
    using QStyledItemDelegate::QStyledItemDelegate;

 protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override {
        QStyledItemDelegate::initStyleOption(option, index);
        if (const auto color = index.data(Qt::DecorationRole).value<QColor>(); color.isValid()) {
            option->icon = laneSwatch(color);
        }
    }
};

}  // namespace kvw::wb
