// SPDX-License-Identifier: Apache-2.0
/// One long-lived inference thread that owns the engine and one run: what the workbench (and anything interactive) talks to.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "core/decode/engine.h"

namespace kvw {

enum class SessionState { Empty, Loading, Ready, Prefill, Running, Paused, Finished, Stopped, Failed };
[[nodiscard]] const char* toText(SessionState state) noexcept;

/// What a session is doing, as one consistent copy.
struct SessionStatus {
    SessionState state = SessionState::Empty;
    std::string message;  ///< the sentence of a failure
    Progress progress;    ///< while loading and in prefill
    std::int64_t position = 0, total = 0;
    double tokensPerSecond = 0;  ///< recent
    std::uint64_t generation = 0;  ///< grows with every start and fork: a new recording
    int threads = 0;
};

/// Threads: every call returns at once and may come from any thread; the work happens on the inference thread.
class Session {
 public:
    /// `makeEngine` is called on the inference thread, at the first start (tests give a fake engine).
    explicit Session(std::function<Result<std::unique_ptr<Engine>>()> makeEngine = openEngine);
    ~Session();  ///< cancels and joins
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    /// Loads what is needed, prefills, then runs (or waits paused). A run under way is stopped first.
    void start(RunSpec spec, Catalog catalog, bool paused = false);
    void resume();
    void pause();
    void stepBy(std::int64_t tokens);  ///< then paused
    void stop();
    /// Continues in a copy of the state; the old recording stays as it is and ends as stopped.
    void fork();
    void setParameter(std::int32_t lane, std::string name, std::string value);
    /// At most this many tokens a second; 0: as fast as it goes.
    void setSpeed(double tokensPerSecond);
    /// Runs a job with the engine when it is idle (probing plugins, bench); `done` is called on the inference thread.
    void post(std::function<void(Engine&)> job);

    [[nodiscard]] SessionStatus status() const;
    /// The current recording; null before the first start. Safe to keep.
    [[nodiscard]] std::shared_ptr<Recording> recording() const;
    /// Called on the inference thread after each change of state (not per token).
    void setListener(std::function<void()> listener);

 private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

}  // namespace kvw
