// SPDX-License-Identifier: GPL-3.0-or-later
/// The workbench's side of the session: starts and steers runs, polls state and trace on a timer and tells the docks.
/// Computes nothing, waits for nothing. A bundle is shown through the same object, without a session.
#pragma once

#include <QObject>
#include <QTimer>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "app/workbench/models/trace_index.h"
#include "core/decode/session.h"

namespace kvw::wb {

/// Thread: GUI thread; the session's own thread never calls in.
class EngineClient : public QObject {
    Q_OBJECT
 public:
    using EngineFactory = std::function<Result<std::unique_ptr<Engine>>()>;
    /// The session, and with it the inference thread, is made when it is first needed; the engine library is opened on
    /// that thread.
    explicit EngineClient(EngineFactory makeEngine = openEngine, QObject* parent = nullptr);
    ~EngineClient() override;

    void start(RunSpec spec, Catalog catalog, bool paused = false, RunFrom from = {});
    void resume();
    void pause();
    void stepBy(std::int64_t tokens);
    void stop();
    void setParameter(int lane, const std::string& name, const std::string& value);
    /// Asks what `policy` would keep of the prompt that was read last, whatever is shown; the newest question counts.
    /// Nothing before the first start.
    void askWhatIf(const std::string& policy);
    /// To the newest question; none yet: null.
    struct WhatIf {
        std::string policy;  ///< as it was asked
        Result<PromptSelection> selection;
        std::int64_t bytes = 0;  ///< that the observations of the prompt take
    };
    [[nodiscard]] std::shared_ptr<const WhatIf> whatIf() const { return m_whatIf; }
    /// Asks what a policy would hold of a run; the newest question counts. Until something else needs the engine, or
    /// `openForPlans`, the question waits.
    void askPlan(const PlanRequest& request, const Catalog& catalog);
    /// From now on a question opens the engine, the one that waits at once.
    void openForPlans();
    struct Plan {
        PlanRequest request;
        Result<PolicyPlan> plan;
    };
    [[nodiscard]] std::shared_ptr<const Plan> plan() const { return m_plan; }
    /// Loads a fresh copy of a plugin, as soon as no run is going on; `pluginReloaded` says what came of it.
    void reloadPlugin(const PluginEntry& plugin, const Catalog& catalog);
    /// Runs a job with the engine on its thread, as soon as no run is going on; where the engine cannot be opened, the
    /// job is dropped.
    void post(std::function<void(Engine&)> job);
    void setSpeed(double tokensPerSecond);  ///< 0: as fast as it goes
    /// Shows a finished recording (a bundle); a run under way goes on, as with `show`, but one that is not loaded yet
    /// is stopped.
    void view(std::shared_ptr<Recording> recording, const QString& source);
    /// Shows a recording of this session; the run under way goes on, and is steered again once it is shown itself.
    void show(std::shared_ptr<Recording> recording, const QString& source);

    [[nodiscard]] SessionStatus status() const { return m_status; }
    /// Of the run that was started last, shown or not; null before the first.
    [[nodiscard]] std::shared_ptr<Recording> sessionRecording() const;
    /// Folder of the model whose weights the session has in memory; empty: none.
    [[nodiscard]] std::filesystem::path loadedModel() const;
    /// A run is loading, running or paused, shown or not.
    [[nodiscard]] bool underWay() const;
    /// The run before is shown while the one under way has nothing to show yet.
    [[nodiscard]] bool showsPrevious() const;
    /// A run was asked for in this session, whether or not it has begun.
    [[nodiscard]] bool startAsked() const noexcept { return m_asked > 0; }
    /// A bundle, or a run that is not the session's, is shown: the engine controls are off.
    [[nodiscard]] bool viewing() const noexcept { return m_viewing; }
    /// What is viewed was recorded in this session.
    [[nodiscard]] bool ofSession() const noexcept { return m_ofSession; }
    [[nodiscard]] QString source() const { return m_source; }  ///< of the bundle
    [[nodiscard]] bool busy() const noexcept;                  ///< loading, prefill or running
    [[nodiscard]] double speed() const noexcept { return m_speed; }

    /// Null before the first start. Safe to keep.
    [[nodiscard]] std::shared_ptr<Recording> recording() const { return m_recording; }
    [[nodiscard]] int lanes() const;
    /// Lane of the recording, clamped; null without a recording.
    [[nodiscard]] const Trace* trace(int lane) const;
    /// Null without a recording. Keeps its recording alive: a view paints once more before it hears of the next one.
    [[nodiscard]] std::shared_ptr<const TraceIndex> index(int lane) const;
    [[nodiscard]] std::int64_t steps() const noexcept {
        return m_steps;
    }  ///< published in every lane, as of the last poll
    /// Tokens the run will have: the document's in teacher mode, otherwise prompt and steps to generate.
    [[nodiscard]] std::int64_t total() const;

    void poll();                                                       ///< what the timer does; tests call it
    [[nodiscard]] bool polling() const { return m_timer.isActive(); }  ///< for tests: nobody polls for nothing

 Q_SIGNALS:
    void startRequested(const kvw::RunSpec& spec);
    void recordingChanged();
    void traceAdvanced(qint64 fromStep, qint64 toStep);
    void statusChanged();
    void problemsChanged();
    /// Attention rows of steps that are long published: a packed bundle is being unpacked.
    void rowsArrived();
    void whatIfAnswered();
    void planned();
    /// `refusal` is empty where the plugin went through all gates.
    void pluginReloaded(const QString& plugin, const QString& refusal);
    /// A run could not start; what was viewed before is viewed again.
    void refused(const QString& sentence);

 private:
    [[nodiscard]] Session& session();
    void sendPlan();
    void tellPlan();
    void tellReloaded();
    [[nodiscard]] bool waits() const noexcept;  ///< for an answer that does not depend on what is shown
    void restWhileIdle();                       ///< polls no more where neither a run nor an answer can come
    void viewAgain(const SessionStatus& status);
    void adopt(std::shared_ptr<Recording> recording);
    /// Whether views are better off with what they show than with `next`, which is still being made.
    [[nodiscard]] bool isTooEarly(const Recording* next, const SessionStatus& status) const;
    void showFinished(std::shared_ptr<Recording> recording, const QString& source);

    EngineFactory m_makeEngine;
    std::unique_ptr<Session> m_session;
    QTimer m_timer;
    SessionStatus m_status;
    std::shared_ptr<Recording> m_recording;
    struct Indices {
        std::shared_ptr<const Recording> recording;
        std::vector<TraceIndex> lanes;
    };
    std::shared_ptr<Indices> m_indices;  ///< null without a recording
    std::int64_t m_steps = 0;
    std::int64_t m_problems = 0;
    std::int64_t m_rowArrivals = 0;
    bool m_viewing = false, m_ofSession = false;
    QString m_source;
    /// What was viewed when a run was asked for is shown until that one is there.
    struct Meanwhile {
        std::shared_ptr<const Recording> session;  ///< of the run before; null: there was none
        bool ofSession;
        QString source;
    };
    std::optional<Meanwhile> m_meanwhile;
    std::uint64_t m_asked = 0;  ///< starts
    bool m_forking = false;     ///< the last start was of a fork
    double m_speed = 0;
    /// Where the session leaves its answers.
    struct Answers;
    std::shared_ptr<Answers> m_answers;
    std::shared_ptr<const WhatIf> m_whatIf;
    struct Plans;
    std::shared_ptr<Plans> m_plans;
    std::shared_ptr<const Plan> m_plan;
    std::optional<std::pair<PlanRequest, Catalog>> m_toPlan;  ///< the newest, while it has no answer
    std::uint64_t m_planAsked = 0, m_planTold = 0;            ///< questions, by number
    bool m_opensForPlans = false;
    struct Reloaded;
    std::shared_ptr<Reloaded> m_reloaded;
    int m_reloads = 0;  ///< under way
};

}  // namespace kvw::wb
