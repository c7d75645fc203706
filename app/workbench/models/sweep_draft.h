// SPDX-License-Identifier: GPL-3.0-or-later
/// The next sweep, as the sweep dock edits it: what varies around the run that the run dock describes.
#pragma once

#include <QObject>
#include <QStringList>
#include <array>

#include "app/workbench/models/plugins_model.h"
#include "app/workbench/models/run_draft.h"
#include "core/eval/sweep.h"

namespace kvw::wb {

/// Thread: GUI thread. Model, text, settings and policies are those of the run draft.
class SweepDraft : public QObject {
    Q_OBJECT
 public:
    SweepDraft(RunDraft& run, const PluginsModel& plugins, QObject* parent = nullptr);

    /// A side of the grid: a parameter (empty: not used) and its values as on the command line ("64:512:x2").
    struct Axis {
        QString name, values;
        [[nodiscard]] bool operator==(const Axis&) const = default;
    };
    static constexpr int kAxes = 2;
    [[nodiscard]] const Axis& axis(int which) const { return m_axes[static_cast<std::size_t>(which)]; }
    /// A new name without values takes those that its schema suggests.
    void setAxis(int which, Axis axis);
    [[nodiscard]] const QString& seeds() const noexcept { return m_seeds; }
    void setSeeds(const QString& seeds);  ///< empty: the run's own; "0,1,2" or "0:9:1": repeats
    [[nodiscard]] const QString& folder() const noexcept { return m_folder; }
    void setFolder(const QString& folder);
    [[nodiscard]] int workers() const noexcept { return m_workers; }
    void setWorkers(int workers);

    /// What can vary: parameters that all policies of the draft have, then `prompt-tokens`.
    struct Parameter {
        QString name, label, about;
    };
    [[nodiscard]] std::vector<Parameter> parameters() const;
    /// Values around the default, from the schema; empty: the name is unknown.
    [[nodiscard]] QString suggested(const QString& name) const;

    /// The first parameters of the policies, with values around their defaults.
    void propose();

    /// Errors: those of the run draft, of an axis, of the grid.
    [[nodiscard]] Result<Sweep> sweep() const;
    [[nodiscard]] Result<std::vector<SweepPoint>> points() const;
    /// `kvw sweep ...` with the same effect; empty: the draft has an error.
    [[nodiscard]] QString commandLine() const;
    /// Takes over a sweep that was started once. Errors: a policy that is not installed.
    Result<void> load(const Sweep& sweep, const QString& folder);

 Q_SIGNALS:
    void changed();

 private:
    void dropUnknown();  ///< parameters that the policies do not have any more
    [[nodiscard]] std::vector<const ParameterSpec*> schemas(const QString& name,
                                                            const std::vector<ResolvedPolicy>& policies) const;
    [[nodiscard]] std::vector<ResolvedPolicy> policies() const;

    RunDraft& m_run;
    const PluginsModel& m_plugins;
    std::array<Axis, kAxes> m_axes;
    QString m_seeds, m_folder;
    int m_workers = 1;
};

}  // namespace kvw::wb
