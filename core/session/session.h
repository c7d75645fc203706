// SPDX-License-Identifier: Apache-2.0
/// A long-lived inference thread that owns the engine and one run; the workbench (and anything interactive) talks to
/// it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include "core/base/phrase.h"
#include "core/session/engine.h"

namespace kvw {

enum class SessionState {
    Empty,     ///< no request was made yet
    Loading,   ///< engine, model or run is being made
    Ready,     ///< the engine is open, no run was started (after `post`)
    Prefill,   ///< the prompt is being processed
    Running,   ///< decoding
    Paused,    ///< a run waits between two steps
    Finished,  ///< nothing was left to decode
    Stopped,   ///< ended on request; what was recorded stays
    Failed,    ///< ended by an error; `message` says which
};
[[nodiscard]] const char* toText(SessionState state) noexcept;

/// State of a session, as one consistent copy.
struct SessionStatus {
    SessionState state = SessionState::Empty;
    Phrase message;     ///< the sentence of the last failure, or of a request that could not be met; empty: none
                        ///< since the last start
    Progress progress;  ///< while loading and in prefill
    std::int64_t position = 0, total = 0;
    double tokensPerSecond = 0;    ///< over the last half second or so of decoding, per lane
    std::uint64_t starts = 0;      ///< start requests that were taken up
    std::uint64_t generation = 0;  ///< grows with every new recording, i.e. each start that succeeds
    int threads = 0;
    std::int64_t keptBytes = 0;              ///< of the states that forks can go on from
    DeviceUse onDevice;                      ///< of the run; counted twice a second
    std::filesystem::path model;             ///< folder of the model whose weights are in memory; empty: none
    std::weak_ptr<const Recording> takenBy;  ///< the run that the next members are about
    bool promptTaken = false;                ///< the prompt was not read again (RunFrom::prompt)
    std::int64_t continuedFrom = -1;         ///< token whose kept state a fork went on from; -1: it began at its start
    Phrase replayed;                         ///< why a fork began at its start (RunFrom::parent)
};

/// Parts of earlier runs that a run may reuse; its results are the same bits either way.
struct RunFrom {
    bool prompt = false;  ///< the prompt that was read last is not read again if it is this run's
    /// For a fork: the run of this session that it comes from; the fork continues from the nearest state that was kept
    /// of it.
    std::shared_ptr<const Recording> parent;
    std::int64_t step = -1;  ///< first token of the fork's own
};

/// Interface to the inference thread. Every call returns at once and may come from any thread; the work happens on the
/// inference thread, requests in the order in which they came, between two steps. `start`, `stop` and the destructor
/// also cancel the current operation: a run ends within one step or a block of its prompt, the load of a model at the
/// next bytes it reads (opening the engine library is not interrupted). `start` and the destructor also end the answer
/// to a question about the prompt. Every failure of the engine, exceptions included, ends in a state with a sentence.
class Session {
 public:
    /// `makeEngine` is called on the inference thread, when the engine is first needed (tests give a fake engine).
    explicit Session(std::function<Result<std::unique_ptr<Engine>>()> makeEngine = openEngine);
    ~Session();  ///< cancels and joins; a run under way ends as stopped, posted jobs that wait are dropped
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    /// Loads what is needed, prefills, then runs (or waits paused). A run under way is stopped first. If it cannot
    /// start: Failed, and `recording` stays the one before.
    void start(RunSpec spec, Catalog catalog, bool paused = false, RunFrom from = {});
    void resume();
    void pause();
    void stepBy(std::int64_t tokens);  ///< then pauses; steps that are left of an earlier call are added
    void stop();
    /// Changes a parameter from the next step on. A refusal is a problem of the recording and the status's message; the
    /// run goes on.
    void setParameter(std::int32_t lane, std::string name, std::string value);
    /// Asks what `policy` would keep of the prompt that was read last, if its specification asked for observations
    /// (RunSpec::observationBytes); they stay until the next start. `answer` is called on the inference thread between
    /// two steps, without a lock; only the newest of the waiting questions is answered.
    void whatIf(std::string policy, std::function<void(Result<PromptSelection> selection, std::int64_t bytes)> answer);
    /// Asks what a policy would hold in a run. Opens the engine, if nothing else waits for that, without a change of
    /// the state; a failed opening is tried again at the next start or job. Only the newest of the waiting requests is
    /// answered, as with `whatIf`.
    void plan(PlanRequest request, Catalog catalog, std::function<void(Result<PolicyPlan> plan)> answer);
    /// Limits decoding to this many tokens a second; 0: as fast as it goes.
    void setSpeed(double tokensPerSecond);
    /// Runs a job with the engine on the inference thread when no run is loading, in prefill or running (paused is
    /// idle), opening the engine if need be (if that fails the job is dropped: Failed). For probing plugins, bench.
    void post(std::function<void(Engine&)> job);

    [[nodiscard]] SessionStatus status() const;
    /// The current recording; null before the first start. Safe to keep.
    [[nodiscard]] std::shared_ptr<Recording> recording() const;

 private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

}  // namespace kvw
