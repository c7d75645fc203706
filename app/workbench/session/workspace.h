// SPDX-License-Identifier: GPL-3.0-or-later
/// Everything a dock may use, in one place: selection, engine client, the next run, and the tables of plugins, problems
/// and probes.
#pragma once

#include <QObject>
#include <cstdint>
#include <optional>
#include <string>
#include <tuple>

#include "app/workbench/session/device_list.h"
#include "app/workbench/session/draft/examples.h"
#include "app/workbench/session/draft/planned_budgets.h"
#include "app/workbench/session/draft/run_draft.h"
#include "app/workbench/session/draft/sweep_draft.h"
#include "app/workbench/session/engine_client.h"
#include "app/workbench/session/files/bundle_files.h"
#include "app/workbench/session/files/kept_runs.h"
#include "app/workbench/session/files/library_client.h"
#include "app/workbench/session/files/model_fetch.h"
#include "app/workbench/session/files/recent_bundles.h"
#include "app/workbench/session/files/run_guard.h"
#include "app/workbench/session/files/unfinished_runs.h"
#include "app/workbench/session/plugins_model.h"
#include "app/workbench/session/probes_model.h"
#include "app/workbench/session/problems_model.h"
#include "app/workbench/session/processes/eval_process.h"
#include "app/workbench/session/processes/sweep_runner.h"
#include "app/workbench/session/runs/forks.h"
#include "app/workbench/session/runs/live_tuning.h"
#include "app/workbench/session/runs/long_call.h"
#include "app/workbench/session/runs/prediction.h"
#include "app/workbench/session/runs/what_if.h"
#include "app/workbench/session/selection.h"
#include "app/workbench/session/shown_selection.h"
#include "core/base/phrase.h"

namespace kvw::wb {

/// Kind of file that a dock may ask the window to let the user choose.
enum class OpenWhat { Bundle, Model, Text };

/// Created once per window and passed to whatever needs it. Thread: GUI thread.
class Workspace : public QObject {
    Q_OBJECT
 public:
    Workspace(PluginPaths plugins, EngineClient::EngineFactory makeEngine, QObject* parent = nullptr);

    [[nodiscard]] EngineClient& client() noexcept { return m_client; }
    [[nodiscard]] Selection& selection() noexcept { return m_selection; }
    [[nodiscard]] RunDraft& draft() noexcept { return m_draft; }
    [[nodiscard]] SweepDraft& sweepDraft() noexcept { return m_sweepDraft; }
    [[nodiscard]] LibraryClient& library() noexcept { return m_library; }
    [[nodiscard]] SweepRunner& sweeps() noexcept { return m_sweeps; }
    [[nodiscard]] EvalProcess& evaluation() noexcept { return m_evaluation; }
    [[nodiscard]] PluginsModel& plugins() noexcept { return m_plugins; }
    [[nodiscard]] ProblemsModel& problems() noexcept { return m_problems; }
    [[nodiscard]] BundleFiles& bundles() noexcept { return m_bundles; }
    [[nodiscard]] KeptRuns& kept() noexcept { return m_kept; }
    [[nodiscard]] RecentBundles& recent() noexcept { return m_recent; }
    [[nodiscard]] RunGuard& guard() noexcept { return m_guard; }
    [[nodiscard]] UnfinishedRuns& unfinished() noexcept { return m_unfinished; }
    [[nodiscard]] ProbesModel& probes() noexcept { return m_probes; }
    [[nodiscard]] Forks& forks() noexcept { return m_forks; }
    [[nodiscard]] PlannedBudgets& planned() noexcept { return m_planned; }
    [[nodiscard]] WhatIfModel& whatIf() noexcept { return m_whatIf; }
    [[nodiscard]] Prediction& prediction() noexcept { return m_prediction; }
    [[nodiscard]] DeviceList& devices() noexcept { return m_devices; }
    [[nodiscard]] ModelFetch& modelFetch() noexcept { return m_modelFetch; }
    [[nodiscard]] LongCall& longCall() noexcept { return m_longCall; }

    /// The shown recording and what is selected in it; null or -1: nothing.
    [[nodiscard]] std::shared_ptr<Recording> recording() const { return m_client.recording(); }
    /// Returns the steps of its decode if the prompt is most of it (decodeRange), else everything.
    [[nodiscard]] StepRange decodeAlone() const;
    [[nodiscard]] const Trace* trace() const { return m_client.trace(m_selection.lane()); }
    [[nodiscard]] std::shared_ptr<const TraceIndex> index() const { return m_client.index(m_selection.lane()); }
    /// As in ShownSelection.
    [[nodiscard]] std::int64_t step() const { return ShownSelection(m_client, m_selection).step(); }
    [[nodiscard]] int layer() const { return ShownSelection(m_client, m_selection).layer(); }
    [[nodiscard]] int unit() const { return ShownSelection(m_client, m_selection).unit(); }
    [[nodiscard]] int part() const { return ShownSelection(m_client, m_selection).part(); }

    /// Starts the run that the draft describes; if its chat template is still being rendered, as soon as that is done.
    /// `from`: what it may take over from the previous run. Errors: those of the draft, OutOfMemory; those of the run
    /// arrive as status and problems.
    Result<void> startDraft(bool paused = false, RunFrom from = {});
    /// Sets the model of the next run (empty: the embedded one). If it cannot be read, a notice says so and the
    /// previous one stays.
    void useModel(const std::filesystem::path& model);
    /// Puts an example into the draft, with the chosen model, as a new window does.
    Result<void> propose(const Example& example);
    /// Puts an example into the draft and starts it.
    Result<void> startExample(const Example& example);
    /// Examiner mode: lanes are called by letters wherever they are told apart (laneTitle).
    [[nodiscard]] bool namesHidden() const noexcept { return m_namesHidden; }
    void hideNames(bool hidden);
    /// Returns the sentence, in examiner mode with letters in place of the names of the shown lanes.
    [[nodiscard]] QString withoutNames(const QString& sentence) const;
    /// Opens a bundle and puts its run into the draft.
    void runAgain(const QString& bundle);
    /// Reports an error of the window itself in the list of problems and the status bar.
    void reportError(const Phrase& sentence) { report(sentence, Severity::Error); }
    void tellError(const Error& error) { reportError(error.asPhrase()); }
    /// Reports as a warning, in the same places, that a request cannot be met.
    void refuse(const Error& why) { report(why.asPhrase(), Severity::Warning); }
    void refuseIfFailed(const Result<void>& done);

 Q_SIGNALS:
    /// Emitted for every change that may concern a dock.
    void dirty(kvw::wb::Dirty what);
    /// A sentence for the status bar (an action that could not be done, and why).
    void notice(const QString& sentence);
    /// The user pressed "open ...", and the window should show the file dialog.
    void openRequested(kvw::wb::OpenWhat what);
    /// A story is to be shown: a file, or the name of an installed one ("01-sinks"); empty: the list of stories.
    void storyRequested(const QString& story);
    /// Only these docks are to be shown; empty: those from before.
    void stageRequested(const QStringList& docks);
    /// The help is to explain a term of its glossary ("nats").
    void termRequested(const QString& term);
    /// The sweep of a folder is to be shown.
    void sweepRequested(const QString& folder);

 private:
    void report(const Phrase& sentence, Severity severity);

    PluginsModel m_plugins;
    BundleFiles m_bundles;
    KeptRuns m_kept;
    RecentBundles m_recent;
    EngineClient m_client;
    Selection m_selection;
    RunDraft m_draft;
    LiveTuning m_tuning;
    SweepDraft m_sweepDraft;
    SweepRunner m_sweeps;
    EvalProcess m_evaluation;
    LibraryClient m_library;
    QString m_takenOver;  ///< path of a bundle whose run goes into the draft once it is open
    ProblemsModel m_problems;
    ProbesModel m_probes;
    Forks m_forks;
    WhatIfModel m_whatIf;
    PlannedBudgets m_planned;
    Prediction m_prediction;
    RunGuard m_guard;
    UnfinishedRuns m_unfinished;
    DeviceList m_devices;
    ModelFetch m_modelFetch;
    LongCall m_longCall;
    bool m_namesHidden = false;
    std::optional<std::pair<bool, RunFrom>> m_startRendered;  ///< start that waits for the chat template
    Phrase m_failure;                                         ///< failure of the session that was told last
    /// Hash, layers and query heads of the model shown last, which identify it.
    std::tuple<std::string, std::int64_t, std::int64_t> m_modelShown;

    void tellFailure();
    /// Returns whether the recording has the same model as the previous one, and remembers its model.
    [[nodiscard]] bool isOfModelShown();
};

}  // namespace kvw::wb
