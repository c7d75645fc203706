// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/views/common/widgets/table_view.h"

#include <QHeaderView>
#include <algorithm>
#include <functional>

#include "app/workbench/views/common/widgets/type_scale.h"
#include "core/base/text_format.h"

namespace kvw::wb {

namespace {

/// Table in which Home and End go to the first and the last row, because whole rows are selected.
class RowTable : public QTableView {
 public:
    using QTableView::QTableView;

 protected:
    QModelIndex moveCursor(CursorAction action, Qt::KeyboardModifiers modifiers) override {
        const bool home = action == MoveHome;
        if ((!home && action != MoveEnd) || model() == nullptr || model()->rowCount() == 0) {
            return QTableView::moveCursor(action, modifiers);
        }
        return model()->index(home ? 0 : model()->rowCount() - 1, std::max(0, currentIndex().column()));
    }
};

}  // namespace

QTableView* makeTable(QAbstractItemModel* model, int stretched, const QString& name, QWidget* parent) {
    auto* table = new RowTable(parent);
    table->setModel(model);
    table->setAccessibleName(name);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setSelectionMode(QAbstractItemView::SingleSelection);
    table->setAlternatingRowColors(true);
    table->setShowGrid(false);
    table->setWordWrap(false);
    table->verticalHeader()->hide();
    fitToType(*table,
              [](QTableView& it) { it.verticalHeader()->setDefaultSectionSize(it.fontMetrics().height() + 6); });
    QHeaderView* header = table->horizontalHeader();
    header->setSectionResizeMode(QHeaderView::ResizeToContents);
    header->setSectionResizeMode(stretched, QHeaderView::Stretch);
    header->setHighlightSections(false);
    return table;
}

QString tabSeparated(const QAbstractItemModel& model) {
    QStringList lines;
    const std::function<void(const QModelIndex&)> add = [&](const QModelIndex& parent) {
        for (int row = parent.isValid() ? 0 : -1; row < model.rowCount(parent); ++row) {
            QStringList cells;
            for (int column = 0; column < model.columnCount(); ++column) {
                cells += (row < 0 ? model.headerData(column, Qt::Horizontal) : model.index(row, column, parent).data())
                             .toString();
                if (QString& cell = cells.back(); cell.startsWith(QChar(0x2212))) {
                    cell[0] = QLatin1Char('-');  // other programs read this one as a minus
                }
            }
            for (QString& cell : cells) {
                cell = QString::fromStdString(bundle::guardedCell(cell.simplified().toStdString()));
            }
            lines += cells.join(QLatin1Char('\t'));
            if (row >= 0) {
                add(model.index(row, 0, parent));
            }
        }
    };
    add({});
    return lines.join(QLatin1Char('\n'));
}

}  // namespace kvw::wb
