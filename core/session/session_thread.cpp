// SPDX-License-Identifier: Apache-2.0
/// The inference thread of a session.
#include <algorithm>

#include "core/session/session_impl.h"

namespace kvw {

using namespace session;

void Session::Impl::work() {
    for (;;) {
        std::unique_lock lock(mutex);
        if (quitting) {
            break;
        }
        if (!requests.empty()) {
            Request request = std::move(requests.front());
            requests.pop_front();
            if (std::holds_alternative<StartRequest>(request) || std::holds_alternative<StopRequest>(request)) {
                --interruptions;
            }
            lock.unlock();
            attempt([&] { handle(request); });
        } else if (question) {
            const Question what = *std::exchange(question, std::nullopt);
            selecting = observed.get();
            lock.unlock();
            attempt([&] { answer(what); });
            lock.lock();
            selecting = nullptr;
        } else if (planning && (engine != nullptr || notOpened)) {
            const Planning what = *std::exchange(planning, std::nullopt);
            lock.unlock();
            attempt([&] { plan(what); });
        } else if (!unprepared.empty()) {
            // Before the first token, because a slider may also be moved while the run decodes.
            selecting = observed.get();
            lock.unlock();
            attempt([&] { prepare(); });
            lock.lock();
            selecting = nullptr;
        } else if (decoding()) {
            if (speed > 0 && Clock::now() < nextStep) {
                wake.wait_until(lock, nextStep);
                continue;
            }
            lock.unlock();
            attempt([&] { decode(); });
        } else if (!jobs.empty()) {
            std::function<void(Engine&)> job = std::move(jobs.front());
            jobs.pop_front();
            lock.unlock();
            attempt([&] { perform(job); });
        } else if (planning) {
            opening = true;
            lock.unlock();
            attempt([&] { static_cast<void>(open()); });  // then requests that came meanwhile go first
            lock.lock();
            opening = false;
        } else {
            wake.wait(lock);
        }
    }
    if (run != nullptr) {
        end(SessionState::Stopped, "the session was closed");
    }
    observed.reset();
    states.clear();
    engine.reset();
}

/// Runs an action; an unexpected exception ends the run like any other failure.
template <class Action>
void Session::Impl::attempt(Action&& action) {
    const auto done = guarded<void>("the run", [&]() -> Result<void> {
        action();
        return {};
    });
    if (!done) {
        endWith(done.error());
    }
}

void Session::Impl::handle(Request& request) {
    if (auto* wanted = std::get_if<StartRequest>(&request)) {
        start(*wanted);
    } else if (std::holds_alternative<StopRequest>(request)) {
        if (run != nullptr) {
            end(SessionState::Stopped, {});
        }
    } else if (const auto* parameter = std::get_if<ParameterRequest>(&request)) {
        setParameter(*parameter);
    } else if (run != nullptr) {
        if (stepsLeft == 0) {
            goOn();
        }
        if (std::holds_alternative<ResumeRequest>(request)) {
            stepsLeft = kNoLimit;
        } else if (std::holds_alternative<PauseRequest>(request)) {
            stepsLeft = 0;
        } else if (const auto* step = std::get_if<StepRequest>(&request); step != nullptr && step->tokens > 0) {
            stepsLeft = std::max<std::int64_t>(stepsLeft, 0) + step->tokens;
        }
        show(stepsLeft != 0 ? SessionState::Running : SessionState::Paused);
    }
}

void Session::Impl::start(StartRequest& request) {
    if (run != nullptr) {
        end(SessionState::Stopped, {});
    }
    {
        const std::lock_guard lock(mutex);
        ++status.starts;
        status.state = SessionState::Loading;
        status.message = {};
        status.progress = {};
        status.position = status.total = 0;
        status.tokensPerSecond = 0;
        status.promptTaken = false;
        status.continuedFrom = -1;
        status.replayed = {};
        status.onDevice = {};
    }
    // States and observations of another model would keep its weights in memory.
    const bool sameModel = std::exchange(model, request.spec.model) == request.spec.model;
    std::shared_ptr<ObservedPrompt> read = request.from.prompt && sameModel ? observed : nullptr;
    observed.reset();
    unprepared.clear();
    if (!sameModel) {
        states.clear();
        const std::lock_guard lock(mutex);
        status.keptBytes = 0;
    }
    notObserved = {Code::BadUsage, "no prompt was read", "what if", {}, {}};
    show(SessionState::Loading);
    if (!ensureEngine()) {
        return;
    }
    // Opening the engine cannot be interrupted; a request that came meanwhile makes the rest of the start useless.
    if (interrupted()) {
        end(SessionState::Stopped, {});
        return;
    }
    auto made = guarded<std::unique_ptr<Run>>("starting a run",
                                              [&] { return engine->start(request.spec, request.catalog, loadSink()); });
    tellModel();
    if (!made) {
        endWith(made.error());
        return;
    }
    if (*made == nullptr) {
        endWith(Error{Code::Internal, "the engine returned no run", "starting a run", {}, {}});
        return;
    }
    takeOver(request, **made, read);
    read.reset();
    if (!adopt(std::move(*made))) {
        end(SessionState::Stopped, {});
        return;
    }
    prefill(request.paused);
}

/// Starts decoding at once: the time of a pause counts neither as speed nor as waiting.
void Session::Impl::goOn() {
    windowStart = Clock::now();
    windowSteps = 0;
    firstWindow = true;
    const std::lock_guard lock(mutex);
    nextStep = windowStart;
}

void Session::Impl::keepState() {
    if (states.visit(*run)) {
        const std::int64_t bytes = states.bytes();
        const std::lock_guard lock(mutex);
        status.keptBytes = bytes;
    }
}

void Session::Impl::prefill(bool paused) {
    show(SessionState::Prefill);
    const auto done = guarded<void>("prefill", [this] { return run->prefill(progressSink()); });
    if (!done) {
        endWith(done.error());
        return;
    }
    {
        const std::lock_guard lock(mutex);
        status.position = run->position();
        status.total = run->total();
    }
    if (auto kept = run->observedPrompt(); kept) {
        observed = std::move(*kept);
        for (const LaneInfo& lane : run->recording()->description().lanes) {
            unprepared.push_back(lane.policyText);
        }
    } else {
        notObserved = kept.error();
    }
    keepState();
    goOn();
    stepsLeft = paused ? 0 : kNoLimit;
    show(paused ? SessionState::Paused : SessionState::Running);
}

void Session::Impl::decode() {
    if (run->finished()) {
        end(SessionState::Finished, {});
        return;
    }
    const auto done = guarded<void>("decoding", [this] { return run->step(); });
    if (!done) {
        endWith(done.error());
        return;
    }
    countStep(Clock::now());
    keepState();
    if (run->finished()) {
        end(SessionState::Finished, {});
        return;
    }
    if (stepsLeft > 0 && --stepsLeft == 0) {
        show(SessionState::Paused);
    }
}

Result<void> Session::Impl::open() {
    auto made = guarded<std::unique_ptr<Engine>>("opening the engine", makeEngine);
    if (made && *made == nullptr) {
        made = fail(Code::Internal, "opening the engine", "no engine was created");
    }
    if (!made) {
        notOpened = made.error();
        return tl::unexpected(made.error());
    }
    notOpened.reset();
    engine = std::move(*made);
    const std::lock_guard lock(mutex);
    status.threads = engine->threads();
    return {};
}

bool Session::Impl::ensureEngine() {
    if (engine != nullptr) {
        return true;
    }
    if (const auto opened = open(); !opened) {
        endWith(opened.error());
        return false;
    }
    return true;
}

bool Session::Impl::interrupted() const {
    const std::lock_guard lock(mutex);
    return interruptions > 0 || quitting;
}

/// Makes `next` the run. Returns false if it must end at once because a start, a stop or the destructor came meanwhile.
bool Session::Impl::adopt(std::unique_ptr<Run> next) {
    std::unique_ptr<Run> before;  // freed after the lock is gone
    std::shared_ptr<Recording> oldRecording;
    const std::lock_guard lock(mutex);
    cancellable = next.get();
    before = std::exchange(run, std::move(next));
    oldRecording = std::exchange(recording, run->recording());
    ++status.generation;
    status.position = run->position();
    status.total = run->total();
    status.threads = engine->threads();
    return interruptions == 0 && !quitting;
}

void Session::Impl::end(SessionState state, const Phrase& message) {
    {
        const std::lock_guard lock(mutex);
        cancellable = nullptr;
        if (run != nullptr) {
            status.position = run->position();
        }
        if (!message.empty()) {
            status.message = message;
        }
    }
    if (run != nullptr) {
        const RunState ended = state == SessionState::Finished  ? RunState::Finished
                               : state == SessionState::Stopped ? RunState::Stopped
                                                                : RunState::Failed;
        const auto closed = guarded<void>("ending the run", [&]() -> Result<void> {
            run->close(ended, message);
            return {};
        });
        run.reset();
        if (!closed) {
            state = SessionState::Failed;
            const std::lock_guard lock(mutex);
            status.message = closed.error().asPhrase();
        }
    }
    stepsLeft = 0;
    show(state);
}

void Session::Impl::endWith(const Error& error) {
    if (error.code == Code::Cancelled) {
        end(SessionState::Stopped, {});
    } else {
        end(SessionState::Failed, error.asPhrase());
    }
}

void Session::Impl::show(SessionState state) {
    const std::lock_guard lock(mutex);
    status.state = state;
}

void Session::Impl::complain(const Phrase& message) {
    const std::lock_guard lock(mutex);
    status.message = message;
}

void Session::Impl::countStep(Clock::time_point now) {
    ++windowSteps;
    const std::chrono::duration<double> elapsed = now - windowStart;
    const bool full = elapsed.count() >= 0.5;
    // The parts are counted with the speed, not in every step of a long run.
    std::optional<DeviceUse> use;
    if (full || firstWindow || run->finished()) {
        use = run->deviceUse();
    }
    const std::lock_guard lock(mutex);
    if (use) {
        status.onDevice = std::move(*use);
    }
    status.position = run->position();
    status.total = run->total();
    if (full || (firstWindow && elapsed.count() > 0)) {
        status.tokensPerSecond = static_cast<double>(windowSteps) / elapsed.count();
    }
    if (full) {
        windowStart = now;
        windowSteps = 0;
        firstWindow = false;
    }
    if (speed > 0) {
        // At most one late step is caught up with; an hour is as good as any longer pause and cannot overflow.
        const auto pause =
            std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(std::min(1 / speed, 3600.0)));
        nextStep = std::max(nextStep, now - pause) + pause;
    }
}

/// Returns a progress sink that cancels the load if a start, a stop or the destructor waits: the rest would be useless.
ProgressSink Session::Impl::loadSink() {
    return [this, show = progressSink()](const Progress& progress) {
        show(progress);
        const std::lock_guard lock(mutex);
        if (interruptions > 0 || quitting) {
            engine->cancelLoad();
        }
    };
}

ProgressSink Session::Impl::progressSink() {
    return [this](const Progress& progress) {
        const std::lock_guard lock(mutex);
        status.progress = progress;
    };
}

}  // namespace kvw
