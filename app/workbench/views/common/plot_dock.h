// SPDX-License-Identifier: GPL-3.0-or-later
/// Base class of docks with plots: legend, plots linked to the selection, read-out, context menu, export.
#pragma once

#include <QVBoxLayout>
#include <functional>
#include <optional>
#include <vector>

#include "app/workbench/export/figure_files.h"
#include "app/workbench/plot/plot.h"
#include "app/workbench/views/common/dock.h"
#include "app/workbench/views/common/widgets/text_line.h"
#include "core/figures/figure_request.h"
#include "core/figures/tables.h"

namespace kvw::wb {

class LivePanel;

/// A subclass makes its plots in the constructor and implements the pure functions. The work is proportional to the new
/// steps: a refresh calls `rebuild` only when something else is shown, then `append` with the new steps.
class PlotDock : public Dock {
    Q_OBJECT
 public:
    QStringList exportFormats() const override;
    FileWork exportWork(const QString& file, FigureWidth width) override;
    bool isTable(const QString& file) const override;
    /// Returns the data of the figure, tab-separated.
    QString copyText() const override { return PlotDock::copyWork()(); }
    TextWork copyWork() const override;

 protected:
    PlotDock(const DockEntry& entry, Workspace& workspace, QWidget* parent);

    /// Layout for the plots and tables of a subclass.
    [[nodiscard]] QVBoxLayout* body() const noexcept { return m_body; }
    /// Links gestures, cursors and the menu of `plot`. `steps`: its step axis is the window's.
    void link(Plot* plot, bool steps);
    /// Sets whether x of a linked plot counts tokens. If so, the plot also shares the window's range of tokens.
    void linkTokens(Plot* plot, bool tokens = true);
    void setLegend(const QString& richText) { m_legend->setText(richText); }  ///< one line above the plots
    void hideLegend();  ///< for good: the dock explains its colours in another way
    void setReadout(const QString& text) { m_readout->setText(text); }  ///< one line below the plots
    [[nodiscard]] static QString legendEntry(const QColor& color, const QString& name);
    /// Returns the entries of the panel's series and, if there are any, of its prune events.
    [[nodiscard]] QString legendOf(const LivePanel& panel) const;

    /// Says that the run has no attention rows, with a button that records them.
    void showRowsMissing();

    /// Returns true if the dock shows other data since lane, layer or head changed to these.
    [[nodiscard]] virtual bool dependsOn(int /*lane*/, int /*layer*/, int /*head*/) const { return false; }
    /// Starts over with no steps.
    virtual void rebuild(const Trace& trace) = 0;
    /// Adds steps [from, to).
    virtual void append(const Trace& /*trace*/, std::int64_t /*from*/, std::int64_t /*to*/) {}
    /// Called after append, and when step, layer, range or theme changed: sets y ranges, colours and what depends on
    /// the step.
    virtual void show(const Trace& trace, Dirty what) = 0;
    /// Shows what is known of the layers (Trace::prefillStages) while the prompt is read and no step is known. Returns
    /// false if the dock shows none of it. `rebuild` replaces what it shows.
    virtual bool showPrompt(const Trace& /*trace*/) { return false; }
    /// Returns the read-out while the mouse is elsewhere. Base: that of the selected step.
    [[nodiscard]] virtual QString status(const Trace& trace) const;
    /// Returns the read-out of one step while the mouse is over it.
    [[nodiscard]] virtual QString describe(const Trace& trace, std::int64_t step) const = 0;
    /// Makes the figure of what is shown now. `figureOf` is called on the GUI thread, the function it returns on any
    /// thread: that reads only published steps, nothing of the dock, and holds what it needs.
    using FigureOf = std::function<FigureSpec(const Recording& recording, int lane)>;
    [[nodiscard]] virtual FigureOf figureOf() const;
    /// For docks that make their figure at once; the base of `figureOf` holds the result.
    [[nodiscard]] virtual FigureSpec figure(const Recording& /*recording*/, int /*lane*/) const { return {}; }
    /// Returns the table for a paper beside the figure (export as tex or md); null: there is none.
    [[nodiscard]] virtual TableOf tableOf() const { return nullptr; }
    [[nodiscard]] virtual QString formula() const = 0;  ///< rich text of "Explain"
    [[nodiscard]] virtual QString emptySentence() const = 0;
    /// Handles a click or hover at a place of a plot; the base selects or marks the step and the layer.
    virtual void onPick(Plot* plot, int panel, double x, double y);
    virtual void onHover(Plot* plot, int panel, double x, double y);
    /// Returns the layer at a place of a plot over steps; -1: all of them.
    [[nodiscard]] virtual int layerUnder(const Plot* /*plot*/, double /*y*/) const { return -1; }
    /// Handles a click on a token of `plot`: selects it, with Shift adds or removes it; -1 clears the selection.
    void pickToken(const Plot& plot, std::int64_t token);
    /// Marks the layer under the mouse, in the other docks too; a number outside `[0, layers)` clears the mark.
    void hoverLayer(int layer);

    /// Called when the place under the mouse, here or in another dock, has changed. The base class marks the step by
    /// itself.
    virtual void showHover(const Hover& /*hover*/) {}

    void refresh(Dirty what) final;
    [[nodiscard]] bool wholeRange() const { return selection().range().all(); }
    /// Returns the end of the step axis: the length of the whole run, so that nothing moves while it goes on.
    [[nodiscard]] std::int64_t axisEnd(const Trace& trace) const;
    /// Returns the place of the line between prompt and decode on that axis; none: all of it is on one side.
    [[nodiscard]] std::optional<double> promptEdge(const Trace& trace) const;
    /// Returns the recorded steps that are shown; none: all.
    [[nodiscard]] std::optional<figures::Range> shownSteps() const;
    /// Returns which of `count` tokens or slots an axis shows, at least one; none: all. Any thread.
    [[nodiscard]] static std::optional<figures::Range> shownOf(const QCPRange& axis, std::int64_t count);

 private:
    /// Returns whether the plot is the window's first one over steps that is seen: it alone names the changes of a run.
    [[nodiscard]] bool namesChanges(const Plot& plot) const;
    /// Returns work for any thread that makes the figure with hash, command line and view, limited to the range shown
    /// and to the first `held` steps of each lane (empty: all). Errors: nothing is shown yet.
    [[nodiscard]] Result<std::function<FigureSpec()>> completeFigure(const std::vector<std::int64_t>& held = {}) const;
    /// Returns the same, limited to the steps that the bundle it names holds.
    [[nodiscard]] Result<std::function<FigureSpec()>> keptFigure();
    /// Returns an error while nothing is shown. `held`: false: the bundle holds nothing of the lane yet.
    [[nodiscard]] Result<void> checkShown(bool held = true) const;
    void openMenu(Plot* plot, const QPoint& place);
    void exportFigure(FigureWidth width);
    void exportPrinted();  ///< opens the dialog of its settings
    void exportFigureTo(const QString& file, FigureWidth width);
    void explain(const QPoint& place);
    void showRange(const Trace& trace);
    [[nodiscard]] StepRange rangeOf(double lower, double upper) const;  ///< in whole numbers; all: everything
    void showCursors(const Trace& trace, Dirty what);

    struct Linked {
        Plot* plot;
        bool steps, tokens;
    };
    std::vector<Linked> m_plots;
    QVBoxLayout* m_body;
    TextLine *m_legend, *m_readout;
    std::shared_ptr<Recording> m_recording;
    int m_lane = -1, m_layer = -1, m_head = -2;
    std::int64_t m_steps = 0, m_axisEnd = -1;
    struct Under {
        Plot* plot;
        int panel;
        double x, y;
    };
    std::optional<Under> m_under;  ///< place of the mouse
};

}  // namespace kvw::wb
