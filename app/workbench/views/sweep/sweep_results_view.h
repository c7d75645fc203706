// SPDX-License-Identifier: GPL-3.0-or-later
/// Results of a sweep: a map over its axes, the front, and a line per run; a point selected in one of them is selected
/// in all.
#pragma once

#include <QWidget>
#include <optional>

#include "app/workbench/session/words/number_order.h"
#include "app/workbench/session/workspace.h"
#include "app/workbench/views/sweep/sweep_front_view.h"
#include "app/workbench/views/sweep/sweep_map_view.h"
#include "app/workbench/views/sweep/sweep_model.h"
#include "core/figures/figure.h"

class QLabel;
class QStackedWidget;
class QTableView;
class QToolButton;

namespace kvw::wb {

class TextLine;
class ViewChoice;

/// Thread: GUI thread. Reads the workspace's sweep.
class SweepResultsView : public QWidget {
    Q_OBJECT
 public:
    explicit SweepResultsView(Workspace& workspace, QWidget* parent = nullptr);

    void refresh();
    void applyTheme();
    void chooseNothing();
    [[nodiscard]] FigureSpec figure() const;  ///< of the plot used last
    [[nodiscard]] QString copyText() const;   ///< the table, tab-separated

 protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

 private:
    [[nodiscard]] SweepRunner& runner() const { return m_workspace.sweeps(); }
    [[nodiscard]] SweepNumber number() const;
    [[nodiscard]] SweepNumber cost() const;
    /// Returns the policy whose map is shown; empty: policies are a side of it, or there is only one.
    [[nodiscard]] std::string policy() const;
    void followPolicies();
    /// Returns the colours of the front and the axes over which the map is a mean.
    [[nodiscard]] QString legend() const;
    void makeTableView();
    /// Returns why a plot has nothing to show yet; empty: it has.
    [[nodiscard]] QString missing(std::initializer_list<SweepNumber> numbers) const;
    /// Returns the text while no sweep is shown: what would appear, with a link to the last sweep.
    [[nodiscard]] static QString invitation();
    /// Shows the sentence, or the plot if it is empty.
    static void turn(QStackedWidget& pages, const QString& sentence);
    /// Connects a plot: a click selects a point, a double click opens its run, and the mouse over it describes it.
    template <class PlotView>
    void link(PlotView* plot);
    void select(std::size_t point);
    void choose(std::size_t point);
    void open();
    [[nodiscard]] QString chosenText() const;
    /// Returns "capacity 64, window 8: ΔNLL +0.123 nats · … · 3.4 ms per token"; repeats as mean and deviation.
    [[nodiscard]] QString text(const std::vector<std::size_t>& points) const;

    Workspace& m_workspace;
    SweepModel* m_model;
    NumberOrder* m_order;
    ViewChoice *m_number, *m_policy, *m_cost;
    QToolButton* m_runs;
    void fit();
    std::optional<bool> m_runsWanted;  ///< by the user; none: the runs are shown where there is room
    bool m_fitting = false;            ///< fit() is showing or hiding the table
    TextLine *m_legend, *m_readout;
    SweepMapView* m_map;
    SweepFrontView* m_front;
    QTableView* m_table = nullptr;
    QStackedWidget *m_mapPages, *m_frontPages, *m_pages;  ///< each shows a sentence, or the widget that it replaces
    QWidget* m_lastPlot;
    std::optional<std::size_t> m_chosen;
};

}  // namespace kvw::wb
