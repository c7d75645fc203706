// SPDX-License-Identifier: GPL-3.0-or-later
/// Settings of the next sweep, as the sweep dock edits them: the axes that vary the run in the run dock, and which
/// points of them are run.
#pragma once

#include <QObject>
#include <QStringList>
#include <array>

#include "app/workbench/session/draft/run_draft.h"
#include "app/workbench/session/plugins_model.h"
#include "core/eval/sweep.h"

namespace kvw::wb {

/// Thread: GUI thread. Model, text, settings and policies are those of the run draft.
class SweepDraft : public QObject {
    Q_OBJECT
 public:
    SweepDraft(RunDraft& run, const PluginsModel& plugins, QObject* parent = nullptr);

    /// Axis of the grid: a parameter (empty: not used) and its values as on the command line ("64:512:x2").
    struct Axis {
        QString name, values;
        [[nodiscard]] bool operator==(const Axis&) const = default;
    };
    static constexpr int kAxes = 2;
    [[nodiscard]] const Axis& axis(int which) const { return m_axes[static_cast<std::size_t>(which)]; }
    /// Sets an axis; a new name without values gets those that its schema suggests.
    void setAxis(int which, Axis axis);
    /// Returns the axes of a loaded sweep beyond the first two; they stay part of it.
    [[nodiscard]] const std::vector<Axis>& further() const noexcept { return m_further; }
    void dropFurther();
    /// Returns the ids of the policies without this parameter; while there are any, its axis is left out. Empty: all
    /// policies have it.
    [[nodiscard]] QString lacking(const QString& name) const;
    [[nodiscard]] const QString& seeds() const noexcept { return m_seeds; }
    void setSeeds(const QString& seeds);  ///< empty: the run's own; "0,1,2" or "0:9:1": repeats
    /// How the points come about. A list has its own policies and values: a change of an axis makes a grid of it.
    [[nodiscard]] SweepPlan::Kind kind() const noexcept { return m_plan.kind; }
    void setKind(SweepPlan::Kind kind);  ///< of Grid and Random
    [[nodiscard]] int count() const noexcept { return static_cast<int>(m_plan.count); }
    void setCount(int count);  ///< points to draw
    /// Takes the points of a list, and its policies and axes. Errors: those of reading it and of `load`.
    Result<void> readPoints(const QString& file);
    [[nodiscard]] const QString& halving() const noexcept { return m_halving; }
    void setHalving(const QString& text);  ///< "3" or "3:mean_kl"; empty: none
    [[nodiscard]] const QString& folder() const noexcept { return m_folder; }
    void setFolder(const QString& folder);
    [[nodiscard]] int workers() const noexcept { return m_workers; }
    void setWorkers(int workers);

    struct Parameter {
        QString name, label, about;
    };
    /// Returns what can vary: parameters that all policies of the draft have, those that compositions have in addition
    /// to their parts', `budget` if all have one, then `prompt-tokens`, `steps`, `text` and `model`, and `positions`
    /// and `prefill` unless a lane has chosen them for itself.
    [[nodiscard]] std::vector<Parameter> parameters() const;
    /// Returns values around the default, from the schema; empty: the name is unknown.
    [[nodiscard]] QString suggested(const QString& name) const;

    /// Sets the axes to the first parameters of the policies, with values around their defaults.
    void propose();

    /// The sweep and the points of its grid. Errors: those of the run draft, of an axis, of the grid.
    [[nodiscard]] Result<Sweep> sweep() const;
    [[nodiscard]] Result<std::vector<SweepPoint>> points() const;
    /// Returns `kvw sweep ...` with the same effect; empty: the draft has an error.
    [[nodiscard]] QString commandLine() const;
    /// Loads a sweep that was started before, with all its axes in their order. Errors: a policy that is not installed,
    /// more policies than lanes.
    Result<void> load(const Sweep& sweep, const QString& folder);

 Q_SIGNALS:
    void changed();

 private:
    [[nodiscard]] std::vector<ResolvedPolicy> policies() const;
    [[nodiscard]] Axis at(std::size_t place) const;  ///< axis at a place of `m_order`
    void leaveList();                                ///< a list becomes a grid

    RunDraft& m_run;
    const PluginsModel& m_plugins;
    static constexpr std::size_t kSeedPlace = kAxes;
    std::array<Axis, kAxes> m_axes;
    std::vector<Axis> m_further;
    /// Order of the axes in the grid, which the names of its runs follow. A place is an index of `m_axes`,
    /// `kSeedPlace`, or after that an index of `m_further`.
    std::vector<std::size_t> m_order{0, 1, kSeedPlace};
    /// Most that is captured: attention rows of every run would fill the disk, but a sweep that was started with them
    /// goes on with them.
    Capture m_mostCapture = Capture::Stats;
    SweepPlan m_plan;
    QString m_halving, m_seeds, m_folder;
    int m_workers = 1;
};

}  // namespace kvw::wb
