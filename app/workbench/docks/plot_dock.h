// SPDX-License-Identifier: GPL-3.0-or-later
/// What docks with plots share: a legend line, plots linked to the selection, a read-out, the context menu, export.
#pragma once

#include <QVBoxLayout>
#include <functional>
#include <optional>
#include <vector>

#include "app/workbench/docks/dock.h"
#include "app/workbench/export/figure_files.h"
#include "app/workbench/plots/plot.h"
#include "core/bundle/figure_range.h"
#include "core/bundle/tables.h"

namespace kvw::wb {

class TextLine;

/// A subclass makes its plots in the constructor and implements what is pure. Work is in proportion to the new steps: a
/// refresh calls `rebuild` only when another thing is shown, then `append` with the steps that are new.
class PlotDock : public Dock {
    Q_OBJECT
 public:
    QStringList exportFormats() const override;
    FileWork exportWork(const QString& file, FigureWidth width) override;
    std::vector<std::filesystem::path> exportFiles(const QString& file) const override;
    bool isTable(const QString& file) const override;
    /// The data of the figure, tab-separated.
    QString copyText() const override;
    TextWork copyWork() const override;

 protected:
    PlotDock(const QString& id, const QString& title, Workspace& workspace, QWidget* parent);

    /// Where a subclass puts its plots and tables.
    [[nodiscard]] QVBoxLayout* body() const noexcept { return m_body; }
    /// Links gestures, cursors and the menu of `plot`. `steps`: its step axis is the window's.
    void link(Plot* plot, bool steps);
    /// Of a linked plot: x counts tokens by now, or no longer; then their range is the window's, too.
    void linkTokens(Plot* plot, bool tokens = true);
    void setLegend(const QString& richText);  ///< one line above the plots
    void withoutLegend();                     ///< for good: the dock says what is what in another way
    void setReadout(const QString& text);     ///< one line below; empty: `status()`
    [[nodiscard]] static QString legendEntry(const QColor& color, const QString& name);

    /// Another lane, layer or head: true if the dock shows other data then.
    [[nodiscard]] virtual bool dependsOn(int lane, int layer, int head) const = 0;
    /// Starts over, with no steps.
    virtual void rebuild(const Trace& trace) = 0;
    /// Adds steps [from, to).
    virtual void append(const Trace& trace, std::int64_t from, std::int64_t to) = 0;
    /// After append, and when step, layer, range or theme changed: y ranges, colours, what depends on the step.
    virtual void show(const Trace& trace, Dirty what) = 0;
    /// While the prompt is read and no step is known: shows what is known of its layers (Trace::promptStages), if that
    /// is this dock's; false: nothing. What it shows then is replaced by `rebuild`.
    virtual bool showPrompt(const Trace& /*trace*/) { return false; }
    [[nodiscard]] virtual QString status(const Trace& trace) const = 0;
    /// Read-out of one step while the mouse is over it.
    [[nodiscard]] virtual QString describe(const Trace& trace, std::int64_t step) const = 0;
    /// The figure of what is shown now: asked on the GUI thread, called on any. It reads published steps only, and
    /// nothing of the dock; what it needs of that it holds.
    using FigureOf = std::function<FigureSpec(const Recording& recording, int lane)>;
    [[nodiscard]] virtual FigureOf figureOf() const;
    /// For docks whose figure is made at once: the base of `figureOf` holds it.
    [[nodiscard]] virtual FigureSpec figure(const Recording& recording, int lane) const;
    /// The table for a paper beside the figure (export as tex or md), made on any thread; null: there is none.
    using TableOf = std::function<tables::Table(const Recording& recording, int lane, const std::string& bundleHash)>;
    [[nodiscard]] virtual TableOf tableOf() const { return nullptr; }
    [[nodiscard]] virtual QString formula() const = 0;  ///< rich text of "Explain"
    [[nodiscard]] virtual QString emptySentence() const = 0;
    /// A click or hover at a place of a plot; the base sets or marks the step.
    virtual void onPick(Plot* plot, int panel, double x, double y);
    virtual void onHover(Plot* plot, int panel, double x, double y);
    /// The layer that a place of a plot over steps stands for; -1: all of them.
    [[nodiscard]] virtual int layerUnder(const Plot* /*plot*/, double /*y*/) const { return -1; }
    /// A click on a token of `plot`: selects it, with Shift adds it or takes it out; none (-1): clears.
    void pickToken(const Plot& plot, std::int64_t token);
    /// The layer under the mouse, marked in the other docks, too; others than `[0, layers)`: none.
    void hoverLayer(int layer);

    /// What lies under the mouse here or in another dock; the base marks the step.
    virtual void showHover(const Hover& /*hover*/) {}

    void refresh(Dirty what) final;
    [[nodiscard]] int lane() const;
    [[nodiscard]] bool wholeRange() const { return selection().range().all(); }
    /// Steps [0, end) of the axis: those of the run, so that nothing moves while it goes on.
    [[nodiscard]] std::int64_t axisEnd(const Trace& trace) const;
    /// The recorded steps that are shown; none: all.
    [[nodiscard]] std::optional<figures::Range> shownSteps() const;
    /// Of `count` tokens or slots along an axis those that it shows, at least one; none: all. Any thread.
    [[nodiscard]] static std::optional<figures::Range> shownOf(const QCPRange& axis, std::int64_t count);

 private:
    /// The figure with hash, command line and view, limited to the range shown, of as many steps of each lane as `held`
    /// says (empty: all); any thread. Errors: there is none yet.
    [[nodiscard]] Result<std::function<FigureSpec()>> completeFigure(const std::vector<std::int64_t>& held = {}) const;
    /// Of what the bundle holds that it names.
    [[nodiscard]] Result<std::function<FigureSpec()>> keptFigure();
    [[nodiscard]] Result<void> nothingYet() const;  ///< an error while nothing is shown
    void openMenu(Plot* plot, const QPoint& place);
    void exportFigure(FigureWidth width);
    void exportFigureTo(const QString& file, FigureWidth width);
    void explain(const QPoint& place);
    void showRange(const Trace& trace);
    [[nodiscard]] StepRange rangeOf(double lower, double upper) const;  ///< of whole numbers; all: everything
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
    std::optional<Under> m_under;  ///< the mouse
};

}  // namespace kvw::wb
