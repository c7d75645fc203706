// SPDX-License-Identifier: GPL-3.0-or-later
/// Inequality of attention: Gini, spatial entropy and temporal variance over the run, with a line per layer or one
/// metric as a map of all layers, as recorded live or computed again from the rows; from the rows, how much and how far
/// back they read; the Lorenz curve of the selected row; attention by age of token.
#pragma once

#include <QCoreApplication>
#include <array>
#include <optional>
#include <vector>

#include "app/workbench/plot/latest_job.h"
#include "app/workbench/plot/maps/layer_map.h"
#include "app/workbench/views/common/plot_dock.h"
#include "app/workbench/views/common/view_option.h"
#include "app/workbench/views/inequality/layer_lines.h"
#include "app/workbench/views/inequality/layer_numbers.h"
#include "core/figures/builders/figure_layers.h"

class QStackedWidget;

namespace kvw::wb {

class AgesPlot;
class LorenzPlot;
class RowsMissing;

/// Thread: GUI thread; views of single rows (inequality_rows.cpp) are computed on another thread.
class InequalityDock : public PlotDock {
    Q_DECLARE_TR_FUNCTIONS(kvw::wb::InequalityDock)

 public:
    InequalityDock(const DockEntry& entry, Workspace& workspace, QWidget* parent);

 protected:
    /// With more layers than lines, the selected layer decides which ones are drawn.
    bool dependsOn(int lane, int layer, int head) const override;
    void rebuild(const Trace& trace) override;
    void append(const Trace& trace, std::int64_t from, std::int64_t to) override;
    void show(const Trace& trace, Dirty what) override;
    QString status(const Trace& trace) const override;
    void onHover(Plot* plot, int panel, double x, double y) override;
    void onPick(Plot* plot, int panel, double x, double y) override;
    QString describe(const Trace& trace, std::int64_t step) const override;
    FigureOf figureOf() const override;
    QString formula() const override;
    QString emptySentence() const override;

 private:
    using LayerMetric = figures::LayerMetric;
    static constexpr int kFirstOfReach = 3;
    static_assert(static_cast<int>(LayerMetric::EffectiveTokens) == kFirstOfReach);
    /// Metrics in stacked panels of one view over the run.
    struct Together {
        int first, count;
    };
    static constexpr std::array<Together, 3> kTogether{
        {{0, kFirstOfReach}, {kFirstOfReach, 3}, {kFirstOfReach + 3, 2}}};

    enum class View { Run, Lorenz, Ages, Map, Reach, Shares };
    /// Steps whose rows are averaged.
    struct Span {
        std::int64_t first, last;
        int lane;
        bool operator==(const Span&) const = default;
    };

    View view() const { return m_view->shown<View>(); }
    LayerMetric metric() const { return m_metric->shown<LayerMetric>(); }
    /// Returns the index in m_plots of the plot that the view shows.
    std::size_t over() const { return view() == View::Reach ? 1 : view() == View::Shares ? 2 : 0; }
    bool isOverTheRun(const Plot* plot) const;
    /// Returns one of the shown metrics, which stands for all of them.
    LayerMetric shownMetric() const;
    /// True: the view shows metrics that are computed only from rows.
    bool reads() const { return figures::isReach(shownMetric()); }
    figures::ReachFigure reachFigure() const;
    static QString metricTitle(LayerMetric metric, bool exact = false);

    void makePlots();
    void followMap(int layers);
    /// True: the user chose exact numbers, and there are rows to compute them from.
    bool wantsExact(const Trace& trace) const { return m_exact->chosen() == 1 && trace.rowBytesStored() > 0; }
    bool exact() const { return m_numbers->exact(); }
    figures::ShapeSource source() const {
        return exact() ? figures::ShapeSource::Rows : figures::ShapeSource::Recorded;
    }
    void offerExact(const Trace& trace);
    void showMore();  ///< shows steps computed since
    void showRun(const Trace& trace);
    QString layerLegend(int layers) const;

    QString ofLayer(const Trace& trace, int layer, LayerMetric metric) const;
    /// Describes a step. `means`: adds the means over the run where they are known.
    QString describeLayer(const Trace& trace, std::int64_t step, int layer, bool means = false) const;
    QString headName(int head) const { return head < 0 ? tr("mean of heads") : tr("query head %1").arg(head); }
    void showLorenz();
    /// Returns the steps to average: the range shown; if that is everything, only the decoded steps, if there are any.
    Span wanted(const Trace& trace) const;
    void showAges(const Trace& trace);
    void showAgesOrWhyNot();

    ViewChoice *m_view, *m_metric, *m_exact;
    QStackedWidget* m_pages;
    std::array<Plot*, 3> m_plots;  ///< plots over the run, in the order of kTogether
    LorenzPlot* m_lorenz;
    AgesPlot* m_ages;
    Plot* m_over;
    LayerMap m_map;
    RowsMissing* m_missing;
    std::vector<LayerLines> m_lines;  ///< [m_plots]
    int m_unit = -1;
    std::optional<Span> m_span;  ///< requested
    LayerNumbers* m_numbers;
    LatestJob m_job;
};

}  // namespace kvw::wb
