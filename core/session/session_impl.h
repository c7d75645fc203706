// SPDX-License-Identifier: Apache-2.0
/// Internals of a session: its requests and the state of the inference thread.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <exception>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <variant>

#include "core/base/phrase.h"
#include "core/session/kept_states.h"
#include "core/session/session.h"

namespace kvw {
namespace session {

using Clock = std::chrono::steady_clock;

struct StartRequest {
    RunSpec spec;
    Catalog catalog;
    bool paused = false;
    RunFrom from;
};
struct ResumeRequest {};
struct PauseRequest {};
struct StepRequest {
    std::int64_t tokens = 0;
};
struct StopRequest {};
struct ParameterRequest {
    std::int32_t lane = 0;
    std::string name, value;
};
struct Question {
    std::string policy;
    std::function<void(Result<PromptSelection> selection, std::int64_t bytes)> answer;
};
struct Planning {
    PlanRequest request;
    Catalog catalog;
    std::function<void(Result<PolicyPlan> plan)> answer;
};
using Request = std::variant<StartRequest, ResumeRequest, PauseRequest, StepRequest, StopRequest, ParameterRequest>;

constexpr std::int64_t kNoLimit = -1;

/// Runs a call into the engine and turns its exceptions into errors: they must not reach the thread's main function.
template <class T, class Call>
Result<T> guarded(const char* where, Call&& call) {
    try {
        return call();
    } catch (const std::bad_alloc&) {
        return fail(Code::OutOfMemory, where, "out of memory", {}, "a smaller model, text or budget");
    } catch (const std::exception& exception) {
        return fail(Code::Internal, where, "an unexpected exception", std::string(exception.what()));
    } catch (...) {
        return fail(Code::Internal, where, "an unexpected exception", "one without a text");
    }
}

}  // namespace session

struct Session::Impl {
    explicit Impl(std::function<Result<std::unique_ptr<Engine>>()> theMakeEngine)
        : makeEngine(std::move(theMakeEngine)), thread([this] { work(); }) {}

    // Any thread.
    void ask(session::Request request);
    void quit();
    /// Calls `change` with the lock, and wakes the inference thread.
    template <class Change>
    void update(const Change& change) {
        {
            const std::lock_guard lock(mutex);
            change();
        }
        wake.notify_all();
    }

    // Inference thread.
    void work();
    template <class Action>
    void attempt(Action&& action);
    void handle(session::Request& request);
    void start(session::StartRequest& request);
    /// Reuses what the request allows of earlier runs, before the run is shown.
    void takeOver(const session::StartRequest& request, Run& next, const std::shared_ptr<ObservedPrompt>& read);
    void prefill(bool paused);
    void keepState();
    void goOn();
    void setParameter(const session::ParameterRequest& request);
    void decode();
    void answer(const session::Question& asked);
    void prepare();
    void perform(std::function<void(Engine&)>& job);
    void plan(const session::Planning& asked);
    Result<void> open();  ///< opens the engine without a change of the state
    [[nodiscard]] bool ensureEngine();
    [[nodiscard]] bool interrupted() const;  ///< a start, a stop or the destructor waits
    void tellModel();
    [[nodiscard]] bool adopt(std::unique_ptr<Run> next);
    void end(SessionState state, const Phrase& message);
    void endWith(const Error& error);
    void show(SessionState state);
    void complain(const Phrase& message);
    void countStep(session::Clock::time_point now);
    [[nodiscard]] ProgressSink progressSink();
    [[nodiscard]] ProgressSink loadSink();
    [[nodiscard]] bool decoding() const { return run != nullptr && stepsLeft != 0; }

    std::function<Result<std::unique_ptr<Engine>>()> makeEngine;

    mutable std::mutex mutex;  // guards all members up to the next comment; never held while the engine works
    std::condition_variable wake;
    std::deque<session::Request> requests;
    std::deque<std::function<void(Engine&)>> jobs;
    std::optional<session::Question> question;
    std::optional<session::Planning> planning;
    int interruptions = 0;  ///< starts and stops among the requests
    bool quitting = false;
    bool opening = false;  ///< the engine is being opened for a plan
    double speed = 0;      ///< tokens a second; 0: no limit
    session::Clock::time_point nextStep{};
    Run* cancellable = nullptr;
    ObservedPrompt* selecting = nullptr;  ///< a question about it is being answered
    SessionStatus status;
    std::shared_ptr<Recording> recording;

    // Inference thread only. Order: the run ends before the engine.
    std::unique_ptr<Engine> engine;
    std::optional<Error> notOpened;  ///< why there is no engine, after the last attempt
    std::unique_ptr<Run> run;
    KeptStates states;
    std::filesystem::path model;               ///< model of `states` and of the prompt
    std::shared_ptr<ObservedPrompt> observed;  ///< observations of the prompt that was read last
    Error notObserved{Code::BadUsage, "no prompt was read", "what if", {}, {}};  ///< why no prompt is observed
    std::vector<std::string> unprepared;  ///< policies of the run; the first questions about them would be slow
    std::int64_t stepsLeft = 0;           ///< until paused; kNoLimit: to the end
    session::Clock::time_point windowStart{};
    std::int64_t windowSteps = 0;
    bool firstWindow = true;

    std::thread thread;  ///< last: it uses all of the above
};

}  // namespace kvw
