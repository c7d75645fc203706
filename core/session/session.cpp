// SPDX-License-Identifier: Apache-2.0
#include "core/session/session.h"

#include <utility>

#include "core/session/session_impl.h"

namespace kvw {

using namespace session;

const char* toText(SessionState state) noexcept {
    constexpr const char* kNames[] = {"empty",  "loading",  "ready",   "prefill", "running",
                                      "paused", "finished", "stopped", "failed"};
    static_assert(std::size(kNames) == static_cast<std::size_t>(SessionState::Failed) + 1);
    return kNames[static_cast<std::size_t>(state)];
}

void Session::Impl::ask(Request request) {
    update([&] {
        const bool starts = std::holds_alternative<StartRequest>(request);
        if (starts || std::holds_alternative<StopRequest>(request)) {
            ++interruptions;
            if (cancellable != nullptr) {
                cancellable->cancel();
            }
        }
        if (starts && selecting != nullptr) {
            selecting->cancel();  // the next run reads its own prompt, or takes this one's observations
        }
        if (starts && opening) {
            status.state = SessionState::Loading;  // the start has begun with it
            status.message = {};
        }
        requests.push_back(std::move(request));
    });
}

void Session::Impl::takeOver(const StartRequest& request, Run& next, const std::shared_ptr<ObservedPrompt>& read) {
    const bool taken = read != nullptr && next.takePrompt(*read);
    std::int64_t from = -1;
    Phrase why;
    if (request.from.parent != nullptr) {
        const auto gone =
            guarded<std::int64_t>("fork", [&] { return states.goOn(next, *request.from.parent, request.from.step); });
        from = gone.value_or(-1);
        if (!gone) {
            why = withoutPlace(gone.error().asPhrase());  // "snapshot" means nothing to the user
        }
    }
    const std::lock_guard lock(mutex);
    status.takenBy = next.recording();
    status.promptTaken = taken;
    status.continuedFrom = from;
    status.replayed = std::move(why);
}

void Session::Impl::setParameter(const ParameterRequest& request) {
    if (run == nullptr) {
        complain(phrase("There is no run whose parameter %1 could be changed.", request.name));
        return;
    }
    const auto done = guarded<void>("changing a parameter",
                                    [&] { return run->setParameter(request.lane, request.name, request.value); });
    if (!done) {
        recording->report(
            {errorFinding(done.error().asPhrase()), request.lane, -1, static_cast<std::int32_t>(run->position())});
        complain(done.error().asPhrase());
    }
}

void Session::Impl::perform(std::function<void(Engine&)>& job) {
    if (engine == nullptr) {
        show(SessionState::Loading);
        if (!ensureEngine()) {
            return;
        }
        show(SessionState::Ready);
        const std::lock_guard lock(mutex);
        if (quitting) {
            return;
        }
    }
    const auto done = guarded<void>("a job of the session", [&]() -> Result<void> {
        job(*engine);
        return {};
    });
    tellModel();
    if (!done) {
        complain(done.error().asPhrase());
    }
}

void Session::Impl::plan(const Planning& asked) {
    if (engine == nullptr) {
        asked.answer(tl::unexpected(*notOpened));
        return;
    }
    asked.answer(guarded<PolicyPlan>("planning", [&] { return engine->plan(asked.request, asked.catalog); }));
}

/// Publishes the model that a job or a start has loaded.
void Session::Impl::tellModel() {
    std::filesystem::path directory = engine->modelDirectory();
    const std::lock_guard lock(mutex);
    status.model = std::move(directory);
}

/// The engine contains what a policy throws.
void Session::Impl::answer(const Question& asked) {
    asked.answer(observed ? observed->select(asked.policy) : tl::unexpected(notObserved),
                 observed ? observed->bytes() : 0);
}

void Session::Impl::prepare() {
    const std::vector<std::string> policies = std::exchange(unprepared, {});
    if (observed) {
        observed->prepare(policies);
    }
}

void Session::Impl::quit() {
    update([this] {
        quitting = true;
        if (cancellable != nullptr) {
            cancellable->cancel();
        }
        if (selecting != nullptr) {
            selecting->cancel();
        }
    });
    thread.join();
}

Session::Session(std::function<Result<std::unique_ptr<Engine>>()> makeEngine)
    : m_impl(std::make_unique<Impl>(std::move(makeEngine))) {}

Session::~Session() {
    m_impl->quit();
}

void Session::start(RunSpec spec, Catalog catalog, bool paused, RunFrom from) {
    m_impl->ask(StartRequest{std::move(spec), std::move(catalog), paused, std::move(from)});
}

void Session::resume() {
    m_impl->ask(ResumeRequest{});
}
void Session::pause() {
    m_impl->ask(PauseRequest{});
}
void Session::stepBy(std::int64_t tokens) {
    m_impl->ask(StepRequest{tokens});
}
void Session::stop() {
    m_impl->ask(StopRequest{});
}

void Session::setParameter(std::int32_t lane, std::string name, std::string value) {
    m_impl->ask(ParameterRequest{lane, std::move(name), std::move(value)});
}

void Session::whatIf(std::string policy,
                     std::function<void(Result<PromptSelection> selection, std::int64_t bytes)> answer) {
    m_impl->update([&] { m_impl->question = Question{std::move(policy), std::move(answer)}; });
}

void Session::plan(PlanRequest request, Catalog catalog, std::function<void(Result<PolicyPlan> plan)> answer) {
    m_impl->update([&] { m_impl->planning = Planning{std::move(request), std::move(catalog), std::move(answer)}; });
}

void Session::setSpeed(double tokensPerSecond) {
    m_impl->update([&] {
        m_impl->speed = tokensPerSecond > 0 ? tokensPerSecond : 0;
        m_impl->nextStep = Clock::now();
    });
}

void Session::post(std::function<void(Engine&)> job) {
    m_impl->update([&] { m_impl->jobs.push_back(std::move(job)); });
}

SessionStatus Session::status() const {
    const std::lock_guard lock(m_impl->mutex);
    return m_impl->status;
}

std::shared_ptr<Recording> Session::recording() const {
    const std::lock_guard lock(m_impl->mutex);
    return m_impl->recording;
}

}  // namespace kvw
