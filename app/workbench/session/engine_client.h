// SPDX-License-Identifier: GPL-3.0-or-later
/// The workbench's side of the session: it starts and controls runs, polls state and trace on a timer and notifies the
/// docks. It never computes and never blocks. A bundle is shown through the same object, without a session.
#pragma once

#include <QObject>
#include <QTimer>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "app/workbench/session/mailbox.h"
#include "app/workbench/session/trace_index.h"
#include "core/base/phrase.h"
#include "core/session/session.h"

namespace kvw::wb {

/// Thread: GUI thread; the inference thread calls none of its functions directly.
class EngineClient : public QObject {
    Q_OBJECT
 public:
    using EngineFactory = std::function<Result<std::unique_ptr<Engine>>()>;
    /// The session and its inference thread are created when they are first needed; the engine library is opened on
    /// that thread.
    explicit EngineClient(EngineFactory makeEngine = openEngine, QObject* parent = nullptr);
    ~EngineClient() override;

    void start(RunSpec spec, Catalog catalog, bool paused = false, RunFrom from = {});
    void resume() { steer(&Session::resume); }
    void pause() { steer(&Session::pause); }
    void stepBy(std::int64_t tokens) { steer(&Session::stepBy, tokens); }
    void stop() { steer(&Session::stop); }
    void setParameter(int lane, const std::string& name, const std::string& value) {
        steer(&Session::setParameter, lane, name, value);
    }
    /// Asks which tokens of the prompt that was read last `policy` would keep, whatever is shown; of waiting questions
    /// only the newest is answered. Does nothing before the first start.
    void askWhatIf(const std::string& policy);
    struct WhatIf {
        std::string policy;  ///< as in the question
        Result<PromptSelection> selection;
        std::int64_t bytes = 0;  ///< size of the observations of the prompt
    };
    /// Returns the newest answer; null: none yet.
    [[nodiscard]] std::shared_ptr<const WhatIf> whatIf() const { return m_whatIf; }
    /// Asks what a policy would hold during a run; of waiting questions only the newest is answered. The question waits
    /// until something else needs the engine or `openForPlans` is called.
    void askPlan(const PlanRequest& request, const Catalog& catalog);
    /// Lets `askPlan` open the engine from now on; a question that waits opens it at once.
    void openForPlans();
    struct Plan {
        PlanRequest request;
        Result<PolicyPlan> plan;
    };
    [[nodiscard]] std::shared_ptr<const Plan> plan() const { return m_plan; }
    /// Loads a fresh copy of a plugin as soon as no run is going on; `pluginReloaded` reports the result.
    void reloadPlugin(const PluginEntry& plugin, const Catalog& catalog);
    /// Runs a job with the engine on the inference thread as soon as no run is going on; if the engine cannot be
    /// opened, the job is dropped.
    void post(std::function<void(Engine&)> job);
    void setSpeed(double tokensPerSecond);  ///< 0: as fast as possible
    /// Shows a finished recording (a bundle). A run under way goes on, as with `show`, but a run that is still loading
    /// is stopped.
    void view(std::shared_ptr<Recording> recording, const QString& source);
    /// Shows a recording of this session. The run under way goes on; it can be controlled again once it is shown
    /// itself.
    void show(std::shared_ptr<Recording> recording, const QString& source);

    [[nodiscard]] SessionStatus status() const { return m_status; }
    /// Returns the recording of the run that was started last, shown or not; null before the first.
    [[nodiscard]] std::shared_ptr<Recording> sessionRecording() const;
    /// Returns the folder of the model whose weights the session has in memory; empty: none.
    [[nodiscard]] std::filesystem::path loadedModel() const;
    /// Returns whether a run is loading, in prefill, running or paused, shown or not.
    [[nodiscard]] bool underWay() const;
    /// Returns whether the previous run is still shown because the one under way has nothing to show yet.
    [[nodiscard]] bool showsPrevious() const;
    /// Returns whether a run was requested in this session, even if it has not begun.
    [[nodiscard]] bool startAsked() const noexcept { return m_asked > 0; }
    /// Returns whether a bundle or an earlier run is shown, which disables the engine controls.
    [[nodiscard]] bool viewing() const noexcept { return m_viewing; }
    /// Returns whether the viewed recording was made in this session.
    [[nodiscard]] bool ofSession() const noexcept { return m_ofSession; }
    [[nodiscard]] QString source() const { return m_source; }  ///< path or title of what is viewed
    [[nodiscard]] bool busy() const noexcept;                  ///< loading, prefill or running
    [[nodiscard]] double speed() const noexcept { return m_speed; }

    /// Returns the shown recording; null: none. It may be kept.
    [[nodiscard]] std::shared_ptr<Recording> recording() const { return m_recording; }
    [[nodiscard]] int lanes() const;
    /// Returns the trace of a lane, which is clamped to the recorded ones; null without a recording.
    [[nodiscard]] const Trace* trace(int lane) const;
    /// Returns the index of a lane; null without a recording. It keeps its recording alive, because a view may paint
    /// once more before it hears of the next one.
    [[nodiscard]] std::shared_ptr<const TraceIndex> index(int lane) const;
    /// Returns the number of published steps of the longest lane, as of the last poll.
    [[nodiscard]] std::int64_t steps() const noexcept { return m_steps; }
    /// Returns the number of tokens the run will have: the document's in teacher mode, otherwise the prompt's and the
    /// steps to generate.
    [[nodiscard]] std::int64_t total() const;

    void poll();                                                       ///< called by the timer and by tests
    [[nodiscard]] bool polling() const { return m_timer.isActive(); }  ///< for tests

 Q_SIGNALS:
    void startRequested(const kvw::RunSpec& spec);
    void recordingChanged();
    void traceAdvanced(qint64 fromStep, qint64 toStep);
    void statusChanged();
    void problemsChanged();
    /// Attention rows of steps that were published before have arrived: a packed bundle is being unpacked.
    void rowsArrived();
    void whatIfAnswered();
    void planned();
    /// `refusal` is empty if the plugin passed all gates; `reason`: as Error::reason.
    void pluginReloaded(const QString& plugin, const Phrase& refusal, const QString& reason);
    /// A run could not start; what was viewed before is viewed again.
    void refused(const Phrase& sentence);

 private:
    [[nodiscard]] Session& session();
    /// Passes a command on to the session's run, if that is shown.
    template <class... Parameters, class... Arguments>
    void steer(void (Session::*command)(Parameters...), const Arguments&... arguments) {
        if (m_session && !m_viewing) {
            ((*m_session).*command)(arguments...);
        }
    }
    void sendPlan();
    void tellPlan();
    void tellReloaded();
    [[nodiscard]] bool answerDue() const noexcept;  ///< an answer that does not depend on what is shown is due
    void restWhileIdle();                           ///< stops the timer if neither a run nor an answer can come
    void restoreView(const SessionStatus& status);
    void adopt(std::shared_ptr<Recording> recording);
    /// Returns whether views should keep what they show, because `next` is loading or in prefill with nothing to show.
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
    /// State of what was viewed when a run was requested; it stays shown until that run has something to show.
    struct Meanwhile {
        std::shared_ptr<const Recording> session;  ///< recording of the previous run; null: there was none
        bool ofSession;
        QString source;
    };
    std::optional<Meanwhile> m_meanwhile;
    std::uint64_t m_asked = 0;  ///< number of requested starts
    bool m_forking = false;     ///< the last start was of a fork
    double m_speed = 0;
    // The inference thread leaves its answers in these; `poll` takes them out.
    std::shared_ptr<Mailbox<WhatIf>> m_answers;  ///< about the prompt read last; null before the first start
    std::shared_ptr<const WhatIf> m_whatIf;
    std::shared_ptr<Mailbox<std::pair<Plan, std::uint64_t>>> m_plans;  ///< with the number of the question
    std::shared_ptr<const Plan> m_plan;
    std::optional<std::pair<PlanRequest, Catalog>> m_toPlan;  ///< newest question, until it is answered without error
    std::uint64_t m_planAsked = 0, m_planTold = 0;            ///< numbers of the newest question and answer
    bool m_opensForPlans = false;
    struct Reloaded {
        std::string plugin;
        Phrase refusal;  ///< empty: the plugin was loaded
        std::string reason;
    };
    std::shared_ptr<Mailbox<Reloaded>> m_reloaded;
    int m_reloads = 0;  ///< number of reloads under way
};

}  // namespace kvw::wb
