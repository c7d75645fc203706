// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/session/engine_client.h"

#include <algorithm>
#include <utility>

#include "core/base/process/thread_priority.h"

namespace kvw::wb {

namespace {

constexpr int kPollMs = 33;
/// Most bytes of prompt observations that are kept beside the model and the caches.
constexpr std::int64_t kObservationBytes = std::int64_t{512} << 20U;

bool same(const SessionStatus& a, const SessionStatus& b) {
    return a.state == b.state && a.message == b.message && a.position == b.position && a.total == b.total &&
           a.tokensPerSecond == b.tokensPerSecond && a.generation == b.generation && a.threads == b.threads &&
           a.continuedFrom == b.continuedFrom && a.replayed == b.replayed && a.promptTaken == b.promptTaken &&
           a.progress.done == b.progress.done && a.progress.total == b.progress.total && a.model == b.model;
}

}  // namespace

EngineClient::EngineClient(EngineFactory makeEngine, QObject* parent)
    : QObject(parent),
      m_makeEngine(std::move(makeEngine)),
      m_plans(std::make_shared<Mailbox<std::pair<Plan, std::uint64_t>>>()),
      m_reloaded(std::make_shared<Mailbox<Reloaded>>()) {
    m_timer.setInterval(kPollMs);
    connect(&m_timer, &QTimer::timeout, this, &EngineClient::poll);
}

EngineClient::~EngineClient() = default;

Session& EngineClient::session() {
    if (!m_session) {
        m_session = std::make_unique<Session>([makeEngine = m_makeEngine] {
            lowerThreadPriority();  // runs on the inference thread, before the engine creates its workers
            return makeEngine();
        });
    }
    return *m_session;
}

void EngineClient::start(RunSpec spec, Catalog catalog, bool paused, RunFrom from) {
    static_cast<void>(session());
    if (m_viewing && m_recording) {
        m_meanwhile = Meanwhile{m_session->recording(), m_ofSession, m_source};
    }
    ++m_asked;
    m_forking = from.parent != nullptr;
    m_viewing = false;
    m_source.clear();
    m_session->setSpeed(m_speed);
    Q_EMIT startRequested(spec);
    m_answers = std::make_shared<Mailbox<WhatIf>>();  // an answer still under way is about another prompt
    m_whatIf.reset();
    spec.observationBytes = kObservationBytes;
    m_session->start(std::move(spec), std::move(catalog), paused, std::move(from));
    sendPlan();  // after the start, which opens the engine; a question that failed without one may succeed now
    m_timer.start();
    poll();
}

void EngineClient::askWhatIf(const std::string& policy) {
    if (m_session && m_answers) {
        m_session->whatIf(policy,
                          [this, policy, answers = m_answers](Result<PromptSelection> selection, std::int64_t bytes) {
                              answers->put({policy, std::move(selection), bytes});
                              // The user may be moving a slider, so the answer does not wait for the timer.
                              QMetaObject::invokeMethod(this, &EngineClient::poll, Qt::QueuedConnection);
                          });
    }
}

void EngineClient::askPlan(const PlanRequest& request, const Catalog& catalog) {
    m_toPlan.emplace(request, catalog);
    ++m_planAsked;
    if (m_session || m_opensForPlans) {
        sendPlan();
    }
}

void EngineClient::openForPlans() {
    m_opensForPlans = true;
    if (!m_session) {
        sendPlan();
    }
}

void EngineClient::sendPlan() {
    if (!m_toPlan) {
        return;
    }
    session().plan(m_toPlan->first, m_toPlan->second,
                   [request = m_toPlan->first, plans = m_plans, number = m_planAsked](Result<PolicyPlan> plan) {
                       plans->put({Plan{request, std::move(plan)}, number});
                   });
    m_timer.start();
}

void EngineClient::tellPlan() {
    auto answers = m_plans->take();
    if (answers.empty()) {
        return;
    }
    m_plan = std::make_shared<const Plan>(std::move(answers.back().first));
    m_planTold = answers.back().second;
    if (m_planTold == m_planAsked && m_plan->plan) {
        m_toPlan.reset();
    }
    restWhileIdle();
    Q_EMIT planned();
}

void EngineClient::reloadPlugin(const PluginEntry& plugin, const Catalog& catalog) {
    // Reports a failure if the session drops the job, which it does if the engine cannot be opened.
    struct Asked {
        std::shared_ptr<Mailbox<Reloaded>> answers;
        Reloaded answer;
        ~Asked() { answers->put(std::move(answer)); }
    };
    const std::shared_ptr<Asked> asked(
        new Asked{m_reloaded, {plugin.manifest.id, "The engine could not be opened.", {}}});
    post([plugin, catalog, asked](Engine& engine) {
        const Result<void> done = engine.reloadPlugin(plugin, catalog);
        asked->answer.refusal = done ? Phrase() : done.error().asPhrase();
        asked->answer.reason = done ? std::string_view() : done.error().reason;
    });
    ++m_reloads;
    m_timer.start();
}

void EngineClient::post(std::function<void(Engine&)> job) {
    const bool first = !m_session;
    session().post(std::move(job));
    if (first) {
        sendPlan();  // after the job, which opens the engine and reports a failure to do so
    }
}

void EngineClient::tellReloaded() {
    const auto answers = m_reloaded->take();
    m_reloads -= static_cast<int>(answers.size());
    if (!answers.empty()) {
        restWhileIdle();
    }
    for (const auto& [plugin, refusal, reason] : answers) {
        Q_EMIT pluginReloaded(QString::fromStdString(plugin), refusal, QString::fromStdString(reason));
    }
}

bool EngineClient::answerDue() const noexcept {
    return m_reloads > 0 || (m_session && m_planTold != m_planAsked);
}

void EngineClient::restWhileIdle() {
    if ((m_viewing || m_asked == 0) && !answerDue()) {
        m_timer.stop();
    }
}

void EngineClient::setSpeed(double tokensPerSecond) {
    m_speed = tokensPerSecond;
    if (m_session) {
        m_session->setSpeed(tokensPerSecond);
    }
}

void EngineClient::view(std::shared_ptr<Recording> recording, const QString& source) {
    if (m_session) {
        poll();  // takes in the run's state before something else is shown
        if (sessionRecording() == nullptr || m_session->status().state == SessionState::Loading) {
            m_session->stop();  // it has no recording that could be shown later
        }
    }
    m_ofSession = false;
    m_meanwhile.reset();
    showFinished(std::move(recording), source);
}

void EngineClient::show(std::shared_ptr<Recording> recording, const QString& source) {
    m_meanwhile.reset();
    if (recording == nullptr || recording != sessionRecording()) {
        m_ofSession = true;
        showFinished(std::move(recording), source);
        return;
    }
    m_viewing = false;
    m_source.clear();
    adopt(std::move(recording));
    m_timer.start();
    poll();
}

std::shared_ptr<Recording> EngineClient::sessionRecording() const {
    return m_session ? m_session->recording() : nullptr;
}

std::filesystem::path EngineClient::loadedModel() const {
    return m_session ? m_session->status().model : std::filesystem::path();
}

bool EngineClient::underWay() const {
    const SessionState state = m_session ? m_session->status().state : SessionState::Empty;
    return state == SessionState::Loading || state == SessionState::Prefill || state == SessionState::Running ||
           state == SessionState::Paused;
}

void EngineClient::showFinished(std::shared_ptr<Recording> recording, const QString& source) {
    if (m_answers) {
        m_answers = std::make_shared<Mailbox<WhatIf>>();  // an answer still under way belongs to another run
    }
    m_whatIf.reset();
    m_viewing = true;
    restWhileIdle();
    m_source = source;
    m_status = {};
    adopt(std::move(recording));
    if (m_recording) {
        m_status.position = m_steps;
        m_status.total = m_steps;
    }
    Q_EMIT statusChanged();
}

void EngineClient::restoreView(const SessionStatus& status) {
    const Meanwhile shown = *std::exchange(m_meanwhile, std::nullopt);
    m_viewing = true;
    restWhileIdle();
    m_ofSession = shown.ofSession;
    m_source = shown.source;
    m_status = {};
    m_status.position = m_steps;
    m_status.total = m_steps;
    Q_EMIT statusChanged();
    if (status.state == SessionState::Failed) {
        Q_EMIT refused(status.message);
    }
}

bool EngineClient::isTooEarly(const Recording* next, const SessionStatus& status) const {
    if (m_steps == 0 || (status.state != SessionState::Loading && status.state != SessionState::Prefill)) {
        return false;
    }
    return next == nullptr || std::ranges::none_of(next->tracedLanes(), [&](std::int32_t lane) {
               const Trace& trace = next->trace(lane);
               // The prompt of a fork is its parent's: reading it again shows nothing new.
               return trace.steps() > 0 || (!m_forking && trace.prefillStages() > 0);
           });
}

bool EngineClient::showsPrevious() const {
    return !m_viewing && m_session && m_recording && m_session->recording() != m_recording;
}

bool EngineClient::busy() const noexcept {
    return m_status.state == SessionState::Loading || m_status.state == SessionState::Prefill ||
           m_status.state == SessionState::Running;
}

int EngineClient::lanes() const {
    return m_recording ? m_recording->lanes() : 0;
}

const Trace* EngineClient::trace(int lane) const {
    if (!m_recording || m_recording->lanes() == 0) {
        return nullptr;
    }
    return &m_recording->trace(std::clamp(lane, 0, m_recording->lanes() - 1));
}

std::shared_ptr<const TraceIndex> EngineClient::index(int lane) const {
    if (!m_indices || m_indices->lanes.empty()) {
        return nullptr;
    }
    const auto last = static_cast<int>(m_indices->lanes.size()) - 1;
    return {m_indices, &m_indices->lanes[static_cast<std::size_t>(std::clamp(lane, 0, last))]};
}

std::int64_t EngineClient::total() const {
    const std::int64_t known = m_recording ? static_cast<std::int64_t>(m_recording->description().tokenIds.size()) : 0;
    return m_status.total > 0 && !showsPrevious() ? std::max(m_status.total, m_steps) : std::max(known, m_steps);
}

void EngineClient::adopt(std::shared_ptr<Recording> recording) {
    m_recording = std::move(recording);
    m_indices.reset();
    m_steps = 0;
    m_problems = 0;
    m_rowArrivals = 0;
    if (m_recording) {
        m_indices = std::make_shared<Indices>();
        m_indices->recording = m_recording;
        for (std::int32_t lane = 0; lane < m_recording->lanes(); ++lane) {
            m_indices->lanes.emplace_back(m_recording->trace(lane));
            m_rowArrivals += m_recording->trace(lane).rowArrivals();
        }
    }
    Q_EMIT recordingChanged();
    Q_EMIT problemsChanged();
    if (m_viewing) {
        poll();
    }
}

void EngineClient::poll() {
    tellReloaded();
    tellPlan();
    if (m_session && !m_viewing) {
        // Status first: one that is older than the recording is corrected at the next poll; a newer one could show a
        // finished run with the steps of the previous recording.
        const SessionStatus status = m_session->status();
        auto recording = m_session->recording();
        if (m_meanwhile && recording != m_meanwhile->session) {
            m_meanwhile.reset();
        }
        if (!m_meanwhile && recording != m_recording && !isTooEarly(recording.get(), status)) {
            adopt(std::move(recording));
        }
        const bool ended = status.state == SessionState::Failed || status.state == SessionState::Stopped;
        if (m_meanwhile && ended && status.starts == m_asked) {
            restoreView(status);
            return;
        }
        if (!same(status, m_status)) {
            m_status = status;
            Q_EMIT statusChanged();
        }
    }
    if (auto answers = m_answers ? m_answers->take() : std::vector<WhatIf>(); !answers.empty()) {
        m_whatIf = std::make_shared<const WhatIf>(std::move(answers.back()));
        Q_EMIT whatIfAnswered();
    }
    if (!m_recording) {
        return;
    }
    std::int64_t steps = 0;
    bool advanced = false;
    for (TraceIndex& index : m_indices->lanes) {
        advanced = index.advance() || advanced;
    }
    // A failed lane stops alone; the others go on, and the axis follows the longest.
    for (const TraceIndex& index : m_indices->lanes) {
        steps = std::max(steps, index.steps());
    }
    if (advanced) {
        const std::int64_t from = m_steps;
        m_steps = steps;
        Q_EMIT traceAdvanced(from, steps);
    }
    std::int64_t arrivals = 0;
    for (std::int32_t lane = 0; lane < m_recording->lanes(); ++lane) {
        arrivals += m_recording->trace(lane).rowArrivals();
    }
    if (arrivals != m_rowArrivals) {
        m_rowArrivals = arrivals;
        Q_EMIT rowsArrived();
    }
    std::int64_t problems = 0;
    for (const Recording::Problem& problem : m_recording->problems()) {
        problems += problem.count;
    }
    if (problems != m_problems) {
        m_problems = problems;
        Q_EMIT problemsChanged();
    }
}

}  // namespace kvw::wb
