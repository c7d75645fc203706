// SPDX-License-Identifier: GPL-3.0-or-later
/// Prune events of a lane beside its seismograph: the table, a note on the selected event, and, if there are no events,
/// the reason and what to do about it.
#pragma once

#include <QEvent>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QStyle>
#include <QTableView>
#include <QWidget>
#include <algorithm>
#include <numeric>
#include <utility>

#include "app/workbench/views/common/view_option.h"
#include "app/workbench/views/common/widgets/boxes.h"
#include "app/workbench/views/common/widgets/decimal_box.h"
#include "app/workbench/views/common/widgets/event_hook.h"
#include "app/workbench/views/common/widgets/narrow_box.h"
#include "app/workbench/views/common/widgets/scrolled_text.h"
#include "app/workbench/views/common/widgets/table_view.h"
#include "app/workbench/views/common/widgets/text_line.h"
#include "app/workbench/views/common/widgets/type_scale.h"
#include "app/workbench/views/nll/prune_table.h"

namespace kvw::wb {

/// Thread: GUI thread.
class PruneEvents : public QWidget {
    Q_OBJECT
 public:
    explicit PruneEvents(QWidget* parent)
        : QWidget(parent),
          m_table(new PruneTable(this)),
          m_sorted(sortedRows(*m_table, this)),
          m_view(makeTable(m_sorted, PruneTable::Layer, tr("Prune events"), this)),
          m_scales(new DecimalBox(this)),
          m_why(new TextLine(this, "pruneNote", 6)),
          m_told(new ScrolledText(*m_why, tr("About the selected event"), this)),
          m_none(new QLabel(this)),
          m_action(new QPushButton(this)),
          m_empty(new QWidget(this)) {
        setUpTable();
        makeThreshold();
        scaleType(*m_why, 0.9);
        m_told->hide();
        m_none->setObjectName(QStringLiteral("noPrunes"));
        m_none->setWordWrap(true);
        m_none->setAlignment(Qt::AlignCenter);
        m_none->setMargin(8);
        columnOf({BoxPart::room(), m_none, {m_action, 0, Qt::AlignHCenter}, BoxPart::room()}, m_empty);
        columnOf({{m_view, 1}, m_scales, m_told, {m_empty, 1}}, this, {0, 2});
        connect(m_action, &QPushButton::clicked, this, &PruneEvents::actionAsked);
    }

    /// Removes all rows, for another run or lane.
    void startOver() {
        m_told->hide();
        setRows({});
        m_why->fit();
    }
    void setRows(PruneAnalysis analysis) {
        m_table->setRows(std::move(analysis));
        explain();
    }
    [[nodiscard]] const PruneAnalysis& analysis() const noexcept { return m_table->analysis(); }
    /// Returns the threshold for measuring durations, in scales above the median.
    [[nodiscard]] double thresholdScales() const { return m_scales->value(); }
    void showTable() { setEmpty(false); }
    /// Shows `why` in place of the table; `action` empty: nothing can be done about it.
    void showNone(const QString& why, const QString& action) {
        setEmpty(true);
        m_none->setText(why);
        m_action->setText(action);
        m_action->setVisible(!action.isEmpty());
    }

 Q_SIGNALS:
    void chosen(qint64 step);      ///< step of the event, or of its peak
    void apartAsked(qint64 step);  ///< the event of this step is to be taken apart
    void actionAsked();        ///< the button below `why` was clicked
    void thresholdTurned();

 private:
    static QSortFilterProxyModel* sortedRows(PruneTable& table, QObject* parent) {
        auto* sorted = new QSortFilterProxyModel(parent);
        sorted->setSourceModel(&table);
        sorted->setSortRole(Qt::UserRole);
        return sorted;
    }

    void setUpTable() {
        new ViewOption(*m_view, "viewPrunes");
        m_view->setSortingEnabled(true);
        m_view->sortByColumn(PruneTable::Step, Qt::AscendingOrder);
        QHeaderView& header = *m_view->horizontalHeader();
        header.setSectionResizeMode(QHeaderView::Interactive);
        header.setStretchLastSection(true);
        header.setTextElideMode(Qt::ElideRight);
        header.setMinimumSectionSize(20);
        header.setDefaultAlignment(Qt::AlignRight | Qt::AlignVCenter);
        fitColumns();
        onEvent(*m_view, {QEvent::FontChange}, this, &PruneEvents::fitColumns);
        onEvent(*m_view->viewport(), {QEvent::Resize}, this, &PruneEvents::fitColumns);
        connect(&header, &QHeaderView::sortIndicatorChanged, this, &PruneEvents::fitColumns);
        connect(m_view->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this] {
            explain();
            m_why->fit();
        });
        // A click goes to the event; a double click or Return goes to the peak that followed it.
        const auto jump = [this](const QModelIndex& index, bool peak) {
            if (index.isValid()) {
                const PruneRow& row = m_table->row(m_sorted->mapToSource(index).row());
                Q_EMIT chosen(peak && row.group.spike ? row.group.spike->peakToken : row.step);
            }
        };
        connect(m_view, &QTableView::clicked, this, [jump](const QModelIndex& index) { jump(index, false); });
        connect(m_view, &QTableView::activated, this, [jump](const QModelIndex& index) { jump(index, true); });
        m_view->setContextMenuPolicy(Qt::CustomContextMenu);
        connect(m_view, &QWidget::customContextMenuRequested, this, &PruneEvents::openMenu);
    }

    void openMenu(const QPoint& place) {
        const QModelIndex index = m_view->indexAt(place);
        if (!index.isValid()) {
            return;
        }
        const std::int64_t step = m_table->row(m_sorted->mapToSource(index).row()).step;
        auto* menu = new QMenu(this);
        menu->setAttribute(Qt::WA_DeleteOnClose);
        menu->addAction(tr("Take this prune apart"), this, [this, step] { Q_EMIT apartAsked(step); });
        menu->popup(m_view->viewport()->mapToGlobal(place));
    }

    void makeThreshold() {
        new ViewOption(*m_scales, "viewThreshold", "threshold", metrics::kThresholdScales);
        explained(m_scales, tr("Threshold of the duration, in scales above the median"),
                  tr("A spike lasts while the NLL is above this threshold: median of the 32 tokens before the event, "
                     "plus this many times their scale max(1.4826·MAD, 0.05)"));
        m_scales->setPrefix(tr("threshold: median + "));
        m_scales->setSuffix(tr(" scales"));
        m_scales->setDecimals(2);
        m_scales->setRange(0.1, 100);
        m_scales->setSingleStep(0.5);
        m_scales->setValue(metrics::kThresholdScales);
        makeNarrow(*m_scales);
        connect(m_scales, &QDoubleSpinBox::valueChanged, this, &PruneEvents::thresholdTurned);
    }

    void setEmpty(bool empty) {
        m_view->setVisible(!empty);
        m_scales->setVisible(!empty);
        m_told->setVisible(!empty && m_told->isVisibleTo(this));
        m_empty->setVisible(empty);
    }
    void fitColumns() {
        const int room = m_view->viewport()->width();
        std::vector<int> widths;
        for (int column = 0; column < PruneTable::ColumnCount; ++column) {
            // A range of steps is the widest entry; the sort indicator needs room beside the name of its column.
            const QString widest = column == PruneTable::Step
                                       ? QStringLiteral("0000–0000")
                                       : m_table->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
            const QHeaderView& header = *m_view->horizontalHeader();
            const int sign = header.sortIndicatorSection() == column && column != PruneTable::Step
                                 ? header.style()->pixelMetric(QStyle::PM_HeaderMarkSize, nullptr, &header) + 4
                                 : 0;
            widths.push_back(m_view->fontMetrics().horizontalAdvance(widest) + sign);
        }
        // Shrinks the padding so that the last column is not cut; if the least padding is too much, the user has to
        // scroll.
        constexpr int kBeside = 12, kLeastBeside = 6;
        const int spare = (room - std::accumulate(widths.begin(), widths.end(), 0)) / PruneTable::ColumnCount;
        const int beside = spare < kLeastBeside ? kBeside : std::min(spare, kBeside);
        for (int column = 0; column < PruneTable::ColumnCount; ++column) {
            m_view->setColumnWidth(column, widths[static_cast<std::size_t>(column)] + beside);
        }
    }

    /// Shows the note on the selected event, otherwise on the first one that could not be judged.
    void explain() {
        QString text;
        if (const QModelIndex current = m_view->currentIndex(); current.isValid()) {
            text = m_table->explanation(m_sorted->mapToSource(current).row());
        } else {
            for (int row = 0; row < m_table->rowCount() && text.isEmpty(); ++row) {
                text = m_table->row(row).group.spike ? QString() : m_table->explanation(row);
            }
        }
        m_why->setText(text.toHtmlEscaped());
        // A note that was shown stays: the newest event has one until enough tokens came after it, and a line that came
        // and went with each event would cause a layout of the whole window each time.
        if (!text.isEmpty() && m_told->isHidden()) {
            m_told->show();
        }
    }

    PruneTable* m_table;
    QSortFilterProxyModel* m_sorted;
    QTableView* m_view;
    QDoubleSpinBox* m_scales;
    TextLine* m_why;
    ScrolledText* m_told;  ///< contains m_why
    QLabel* m_none;
    QPushButton* m_action;
    QWidget* m_empty;  ///< reason and action, in place of the table
};

}  // namespace kvw::wb
