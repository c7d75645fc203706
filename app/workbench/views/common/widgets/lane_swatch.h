// SPDX-License-Identifier: GPL-3.0-or-later
/// Icon with the colour of a lane, shown before its name in lists and tables. A style would tint it in a selected row;
/// this one looks the same there.
#pragma once

#include <QApplication>
#include <QIcon>
#include <QPixmap>
#include <QStyledItemDelegate>

#include "app/workbench/session/words/lane_title.h"

namespace kvw::wb {

[[nodiscard]] inline QIcon laneSwatch(const QColor& color) {
    QPixmap pixmap(32, 32);  // no list shows it larger
    pixmap.fill(color);
    QIcon icon(pixmap);
    icon.addPixmap(pixmap, QIcon::Selected);
    return icon;
}

/// Delegate for rows whose decoration is a colour and whose text is the title of a lane, with its parts in
/// kLaneTitleRole. A title that does not fit is cut to the part that differs from the other rows (briefLaneTitle).
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
            return;  // only the size hint is asked for
        }
        QList<QStringList> titles;
        for (int row = 0; row < index.model()->rowCount(index.parent()); ++row) {
            titles += index.siblingAtRow(row).data(kLaneTitleRole).toStringList();
        }
        option.text = briefLaneTitle(titles.at(index.row()), titles, [&](const QString& text) {
            return option.fontMetrics.horizontalAdvance(text) <= room;
        });
    }
};

}  // namespace kvw::wb
