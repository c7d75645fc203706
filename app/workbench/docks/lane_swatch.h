// SPDX-License-Identifier: GPL-3.0-or-later
/// The colour of a lane before its name, in lists and tables: the same in a row that is selected, which a style would
/// tint.
#pragma once

#include <QApplication>
#include <QIcon>
#include <QPixmap>
#include <QStyledItemDelegate>

#include "app/workbench/models/lane_title.h"

namespace kvw::wb {

[[nodiscard]] inline QIcon laneSwatch(const QColor& color) {
    QPixmap pixmap(32, 32);  // no list shows it larger
    pixmap.fill(color);
    QIcon icon(pixmap);
    icon.addPixmap(pixmap, QIcon::Selected);
    return icon;
}

/// Of rows whose decoration is a colour and whose text is the title of a lane: without room for it, what tells the lane
/// apart from those of the other rows (briefLaneTitle).
class LaneSwatches : public QStyledItemDelegate {
 public:
    using QStyledItemDelegate::QStyledItemDelegate;

 protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override {
        QStyledItemDelegate::initStyleOption(option, index);
        if (const auto color = index.data(Qt::DecorationRole).value<QColor>(); color.isValid()) {
            option->icon = laneSwatch(color);
        }
        shorten(*option, index);
    }

 private:
    static void shorten(QStyleOptionViewItem& option, const QModelIndex& index) {
        const QStyle* style = option.widget != nullptr ? option.widget->style() : QApplication::style();
        const int margin = style->pixelMetric(QStyle::PM_FocusFrameHMargin, nullptr, option.widget) + 1;
        const int room =
            style->subElementRect(QStyle::SE_ItemViewItemText, &option, option.widget).width() - 2 * margin;
        if (room <= 0) {
            return;  // its size is asked for
        }
        QStringList titles;
        for (int row = 0; row < index.model()->rowCount(index.parent()); ++row) {
            titles += index.siblingAtRow(row).data().toString();
        }
        option.text = briefLaneTitle(option.text, titles, [&](const QString& text) {
            return option.fontMetrics.horizontalAdvance(text) <= room;
        });
    }
};

}  // namespace kvw::wb
