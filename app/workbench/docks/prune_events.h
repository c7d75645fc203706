// SPDX-License-Identifier: GPL-3.0-or-later
/// The prune events of a lane beside its seismograph: the table, what is to be said about the chosen one, and, while
/// there is none, why and what to do about it.
#pragma once

#include <QWidget>

#include "app/workbench/docks/prune_table.h"

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

    /// Of another run or lane: none yet.
    void startOver();
    void setRows(PruneAnalysis analysis);
    [[nodiscard]] const PruneAnalysis& analysis() const noexcept { return m_table->analysis(); }
    /// Above the median, of the threshold that durations are measured with.
    [[nodiscard]] double thresholdScales() const;
    void showTable() { setEmpty(false); }
    /// In place of the table; `action` empty: nothing can be done about it.
    void showNone(const QString& why, const QString& action);

 Q_SIGNALS:
    void chosen(qint64 step);  ///< the event, or what came of it
    void actionAsked();        ///< the button below `why`
    void thresholdTurned();

 protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

 private:
    void makeTable();
    void makeThreshold();
    void setEmpty(bool empty);
    void fitColumns();
    /// Of the chosen event, otherwise of the first that needs words.
    void explain();

    PruneTable* m_table;
    QSortFilterProxyModel* m_sorted;
    QTableView* m_view;
    QDoubleSpinBox* m_scales;
    TextLine* m_why;
    ScrolledText* m_told;  ///< m_why
    QLabel* m_none;
    QPushButton* m_action;
    QWidget* m_empty;  ///< why and action, in place of the table
};

}  // namespace kvw::wb
