// SPDX-License-Identifier: Apache-2.0
/// One long-lived inference thread that owns the engine and one run: what the workbench (and anything interactive)
/// talks to.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include "core/decode/engine.h"

namespace kvw {

enum class SessionState {
    Empty,     ///< nothing was asked for yet
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

/// What a session is doing, as one consistent copy.
struct SessionStatus {
    SessionState state = SessionState::Empty;
    std::string message;  ///< the sentence of the last failure, or of a request that could not be met; empty: none
                          ///< since the last start
    Progress progress;    ///< while loading and in prefill
    std::int64_t position = 0, total = 0;
    double tokensPerSecond = 0;    ///< over the last half second or so of decoding, per lane
    std::uint64_t starts = 0;      ///< that were asked for and taken up
    std::uint64_t generation = 0;  ///< grows with every new recording, i.e. each start that succeeds and each fork
    int threads = 0;
    std::int64_t keptBytes = 0;              ///< of the states that forks can go on from
    std::filesystem::path model;             ///< folder of the model whose weights are in memory; empty: none
    std::weak_ptr<const Recording> takenBy;  ///< the run that what follows is about
    bool promptTaken = false;                ///< the prompt was not read again (RunFrom::prompt)
    std::int64_t continuedFrom = -1;         ///< token whose kept state a fork went on from; -1: it began at its start
    std::string replayed;                    ///< why there, of a fork (RunFrom::parent)
};

/// What a run may take over from those before it; it is the same run either way, bit by bit.
struct RunFrom {
    bool prompt = false;  ///< what was read last, where it is this run's prompt, is not read again
    /// Where a run of this session is forked: it goes on from the nearest state of that one which was kept.
    std::shared_ptr<const Recording> parent;
    std::int64_t step = -1;  ///< the first token of the fork's own
};

/// Threads: every call returns at once and may come from any thread; the work happens on the inference thread, requests
/// in the order in which they came, between two steps. `start`, `stop` and the destructor also cancel what is under
/// way: a run ends within one step or a block of its prompt, the load of a model where the next bytes are read (opening
/// the engine library is not interrupted). `start` and the destructor end the answer to a question about the prompt,
/// too. Whatever the engine does, throwing included, ends in a state with a sentence.
class Session {
 public:
    /// `makeEngine` is called on the inference thread, when the engine is first needed (tests give a fake engine).
    explicit Session(std::function<Result<std::unique_ptr<Engine>>()> makeEngine = openEngine);
    ~Session();  ///< cancels and joins; a run under way ends as stopped, posted jobs that wait are dropped, the
                 ///< listener is not called
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    /// Loads what is needed, prefills, then runs (or waits paused). A run under way is stopped first. If it cannot
    /// start: Failed, and `recording` stays the one before.
    void start(RunSpec spec, Catalog catalog, bool paused = false, RunFrom from = {});
    void resume();
    void pause();
    void stepBy(std::int64_t tokens);  ///< then paused; while steps of an earlier call are left, they add up
    void stop();
    /// Continues in a copy of the state, running or paused as before; the old recording stays as it is and ends as
    /// stopped.
    void fork();
    /// From the next step on. A refusal is a problem of the recording and the status's message; the run goes on.
    void setParameter(std::int32_t lane, std::string name, std::string value);
    /// What `policy` would keep of the prompt that was read last, if its specification asked for observations
    /// (RunSpec::observationBytes); they stay until the next start. `answer` is called on the inference thread between
    /// two steps, without a lock; of questions that wait only the newest is answered.
    void whatIf(std::string policy, std::function<void(Result<PromptSelection> selection, std::int64_t bytes)> answer);
    /// What a policy would hold of a run. Opens the engine, if nothing else waits for that, without a change of the
    /// state; what could not be opened is tried again at the next start or job. Of requests that wait only the newest
    /// is answered, as with `whatIf`.
    void plan(PlanRequest request, Catalog catalog, std::function<void(Result<PolicyPlan> plan)> answer);
    /// At most this many tokens a second; 0: as fast as it goes.
    void setSpeed(double tokensPerSecond);
    /// Runs a job with the engine on the inference thread when no run is loading, in prefill or running (paused is
    /// idle), opening the engine if need be (if that fails the job is dropped: Failed). For probing plugins, bench.
    void post(std::function<void(Engine&)> job);

    [[nodiscard]] SessionStatus status() const;
    /// The current recording; null before the first start. Safe to keep.
    [[nodiscard]] std::shared_ptr<Recording> recording() const;
    /// Called on the inference thread, without a lock, after each change of state, message or recording (not per
    /// token). It may call everything but the destructor. A call that began before this one replaced it may still be
    /// under way.
    void setListener(std::function<void()> listener);

 private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

}  // namespace kvw
