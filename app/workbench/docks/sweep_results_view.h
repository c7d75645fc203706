// SPDX-License-Identifier: GPL-3.0-or-later
/// What a sweep has come to: a map over its axes, the front, a line per run; a point that is chosen in one of them is
/// chosen in all.
#pragma once

#include <QWidget>
#include <optional>

#include "app/workbench/docks/sweep_front_view.h"
#include "app/workbench/docks/sweep_map_view.h"
#include "app/workbench/models/number_order.h"
#include "app/workbench/models/sweep_model.h"
#include "app/workbench/models/workspace.h"
#include "core/bundle/figure.h"

class QComboBox;
class QLabel;
class QStackedWidget;
class QTableView;
class QToolButton;

namespace kvw::wb {

class TextLine;

/// Thread: GUI thread. Reads the workspace's sweep.
class SweepResultsView : public QWidget {
    Q_OBJECT
 public:
    explicit SweepResultsView(Workspace& workspace, QWidget* parent = nullptr);

    void refresh();
    void applyTheme();
    void chooseNothing();
    [[nodiscard]] FigureSpec figure() const;  ///< of the plot that was used last
    [[nodiscard]] QString copyText() const;   ///< the table, tab-separated

 protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

 private:
    [[nodiscard]] SweepRunner& runner() const { return m_workspace.sweeps(); }
    [[nodiscard]] SweepNumber number() const;
    [[nodiscard]] SweepNumber cost() const;
    /// Whose map is shown; empty: policies are a side of it, or there is one only.
    [[nodiscard]] std::string policy() const;
    void followPolicies();
    /// Colours of the front, and what the map is the mean over.
    [[nodiscard]] QString legend() const;
    void makeTableView();
    /// Why a plot has nothing to show yet; empty: it has.
    [[nodiscard]] QString missing(std::initializer_list<SweepNumber> numbers) const;
    /// While no sweep is shown: what would be, with a link to the last one.
    [[nodiscard]] static QString invitation();
    /// Turns to the sentence, or with none to the plot.
    static void turn(QStackedWidget& pages, const QString& sentence);
    /// A click chooses, a double click opens, the mouse over it says what it is.
    template <class PlotView>
    void link(PlotView* plot);
    void select(std::size_t point);
    void choose(std::size_t point);
    void open();
    [[nodiscard]] QString chosenText() const;
    /// "capacity 64, window 8: ΔNLL +0.123 nats, 1.2 MiB live, 3.4 ms per token"; repeats as mean and deviation.
    [[nodiscard]] QString text(const std::vector<std::size_t>& points) const;

    Workspace& m_workspace;
    SweepModel* m_model;
    NumberOrder* m_order;
    QComboBox *m_number, *m_policy, *m_cost;
    QToolButton* m_runs;
    void fit();
    bool m_fitting = false;  ///< the room decides just now whether the table is shown
    TextLine *m_legend, *m_readout;
    SweepMapView* m_map;
    SweepFrontView* m_front;
    QTableView* m_table = nullptr;
    QStackedWidget *m_mapPages, *m_frontPages, *m_pages;  ///< a sentence, then what it stands for
    QWidget* m_lastPlot;
    std::optional<std::size_t> m_chosen;
};

}  // namespace kvw::wb
