// SPDX-License-Identifier: GPL-3.0-or-later
/// Prune events of a lane beside its seismograph: the table, a note on the selected event, and, if there are no events,
/// the reason and what to do about it.
#pragma once

#include <QWidget>

#include "app/workbench/views/nll/prune_table.h"

class QDoubleSpinBox;
class QLabel;
class QPushButton;
class QSortFilterProxyModel;
class QTableView;

namespace kvw::wb {

class ScrolledText;
class TextLine;

/// Thread: GUI thread.
class PruneEvents : public QWidget {
    Q_OBJECT
 public:
    explicit PruneEvents(QWidget* parent);

    /// Removes all rows, for another run or lane.
    void startOver();
    void setRows(PruneAnalysis analysis);
    [[nodiscard]] const PruneAnalysis& analysis() const noexcept { return m_table->analysis(); }
    /// Returns the threshold for measuring durations, in scales above the median.
    [[nodiscard]] double thresholdScales() const;
    void showTable() { setEmpty(false); }
    /// Shows `why` in place of the table; `action` empty: nothing can be done about it.
    void showNone(const QString& why, const QString& action);

 Q_SIGNALS:
    void chosen(qint64 step);  ///< step of the event, or of its peak
    void actionAsked();        ///< the button below `why` was clicked
    void thresholdTurned();

 protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

 private:
    void makeTable();
    void makeThreshold();
    void setEmpty(bool empty);
    void fitColumns();
    /// Shows the note on the selected event, otherwise on the first one that could not be judged.
    void explain();

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
