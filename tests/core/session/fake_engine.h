// SPDX-License-Identifier: Apache-2.0
/// An engine whose every step the test decides: how many go on, where one fails, throws or waits for a cancel.
#pragma once

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "core/session/engine.h"

namespace kvw::tests {

/// Knobs and counters, shared by a test and its fakes. Everything under the mutex.
struct Script {
    std::mutex mutex;
    std::condition_variable changed;
    std::int64_t prompt = 4, total = 12;
    std::int64_t permits = -1;  ///< steps that may still run; -1: any number
    bool blockPrefill = false, blockStart = false;
    bool engineFails = false, engineThrows = false, engineIsNull = false;
    bool startCanBeCancelled = false, startFails = false, startThrows = false, startIsNull = false;
    bool prefillFails = false, prefillThrows = false;
    std::int64_t failAt = -1, throwAt = -1, loseLaneAt = -1;  ///< positions
    bool closeThrows = false, refuseParameter = false;
    std::vector<std::string> prepared;  ///< policies about which questions were prepared
    bool observes = false;              ///< what it reads can be asked about; an answer takes until it is cancelled
    bool selecting = false, selectionCancelled = false;
    int startsBegun = 0;
    int enginesMade = 0, enginesGone = 0, runsMade = 0, runsGone = 0, stepsBegun = 0, cancels = 0;
    bool starting = false, prefilling = false;
    std::vector<std::pair<RunState, std::string>> closed;
    std::vector<std::string> parameters;

    template <class Change>
    void set(Change&& change) {
        {
            const std::lock_guard lock(mutex);
            change(*this);
        }
        changed.notify_all();
    }
    template <class Field>
    Field get(Field Script::*field) {
        const std::lock_guard lock(mutex);
        return this->*field;
    }
};

class FakePrompt final : public ObservedPrompt {
 public:
    explicit FakePrompt(std::shared_ptr<Script> script) : m_script(std::move(script)) {}
    Result<PromptSelection> select(const std::string&) override {
        std::unique_lock lock(m_script->mutex);
        m_script->selecting = true;
        m_script->changed.notify_all();
        m_script->changed.wait(lock, [&] { return m_script->selectionCancelled; });
        m_script->selecting = false;
        return fail(Code::Cancelled, "what if", "stopped");
    }
    void prepare(const std::vector<std::string>& policies) override {
        m_script->set([&policies](Script& s) { s.prepared = policies; });
    }
    std::int64_t bytes() const noexcept override { return 0; }
    void cancel() noexcept override {
        m_script->set([](Script& s) { s.selectionCancelled = true; });
    }

 private:
    std::shared_ptr<Script> m_script;
};

class FakeRun final : public Run {
 public:
    explicit FakeRun(std::shared_ptr<Script> script) : m_script(std::move(script)) {
        m_script->set([](Script& s) { ++s.runsMade; });
        RunDescription description;
        LaneInfo full;
        full.policyId = "full";
        description.lanes = {full};
        m_recording = std::make_shared<Recording>(description);
        m_recording->setTrace(0, std::make_unique<Trace>(TraceShape{1, 1, 1, 1, 1}, Trace::Options{}));
    }
    ~FakeRun() override {
        m_script->set([](Script& s) { ++s.runsGone; });
    }

    std::shared_ptr<Recording> recording() const override { return m_recording; }

    Result<void> prefill(const ProgressSink& progress) override {
        std::unique_lock lock(m_script->mutex);
        m_script->prefilling = true;
        m_script->changed.notify_all();
        m_script->changed.wait(lock, [&] { return !m_script->blockPrefill || m_cancelled; });
        m_script->prefilling = false;
        if (m_cancelled) {
            return fail(Code::Cancelled, "prefill", "stopped");
        }
        if (m_script->prefillThrows) {
            throw std::runtime_error("prefill broke");
        }
        if (m_script->prefillFails) {
            return fail(Code::OutOfMemory, "prefill", "no memory");
        }
        const std::int64_t prompt = m_script->prompt;
        lock.unlock();
        while (m_position < prompt) {
            addToken();
        }
        progress({prompt, prompt, "tokens"});
        return {};
    }

    Result<void> step() override {
        std::unique_lock lock(m_script->mutex);
        ++m_script->stepsBegun;
        m_script->changed.notify_all();
        m_script->changed.wait(lock, [&] { return m_script->permits != 0 || m_cancelled; });
        if (m_cancelled) {
            return fail(Code::Cancelled, "step", "stopped");
        }
        if (m_script->permits > 0) {
            --m_script->permits;
        }
        if (m_position == m_script->throwAt) {
            throw std::runtime_error("the step broke");
        }
        if (m_position == m_script->failAt) {
            return fail(Code::Policy, "cake 1.2.0, layer 7", "kept 130 tokens", "130", "128");
        }
        const bool lose = m_position == m_script->loseLaneAt;
        lock.unlock();
        if (lose) {
            m_recording->report(
                {errorFinding("The lane was stopped."), 0, 7, static_cast<std::int32_t>(m_position), "cake 1.2.0"});
        }
        addToken();
        return {};
    }

    Result<std::shared_ptr<ObservedPrompt>> observedPrompt() override {
        if (m_script->get(&Script::observes)) {
            return std::make_shared<FakePrompt>(m_script);
        }
        return Run::observedPrompt();
    }

    bool finished() const override { return m_position >= total(); }
    std::int64_t position() const override { return m_position; }
    std::int64_t total() const override { return m_script->get(&Script::total); }

    Result<void> setParameter(std::int32_t lane, const std::string& name, const std::string& value) override {
        if (m_script->get(&Script::refuseParameter)) {
            return fail(Code::BadUsage, "parameter " + name, "out of range", value, "1 to 8");
        }
        m_script->set([&](Script& s) { s.parameters.push_back(std::to_string(lane) + ":" + name + "=" + value); });
        return {};
    }

    void cancel() noexcept override {
        m_script->set([&](Script& s) {
            m_cancelled = true;
            ++s.cancels;
        });
    }

    void close(RunState state, const Phrase& message) override {
        m_recording->setState(state, message);
        m_script->set([&](Script& s) { s.closed.emplace_back(state, message.english()); });
        if (m_script->get(&Script::closeThrows)) {
            throw std::runtime_error("the disk is full");
        }
    }

 private:
    void addToken() {
        StepRecord record;
        record.step = static_cast<std::int32_t>(m_position);
        (void)m_recording->writer(0).addStep(record, "x", std::vector<LayerRecord>(2));
        m_recording->writer(0).publish();
        ++m_position;
    }

    std::shared_ptr<Script> m_script;
    std::shared_ptr<Recording> m_recording;
    std::int64_t m_position = 0;
    bool m_cancelled = false;  // under the script's mutex
};

class FakeEngine final : public Engine {
 public:
    explicit FakeEngine(std::shared_ptr<Script> script) : m_script(std::move(script)) {
        m_script->set([](Script& s) { ++s.enginesMade; });
    }
    ~FakeEngine() override {
        m_script->set([](Script& s) { ++s.enginesGone; });
    }

    Result<void> loadModel(const std::filesystem::path&, const ProgressSink&) override { return {}; }
    void cancelLoad() noexcept override { m_loadCancelled = true; }
    const ModelInfo& model() const override { return m_model; }
    void setThreads(int threads) override { m_threads = threads; }
    int threads() const override { return m_threads; }

    Result<std::unique_ptr<Run>> start(const RunSpec& spec, const Catalog&, const ProgressSink& progress) override {
        m_script->set([](Script& s) { ++s.startsBegun; });
        progress({1, 2, "tensors"});
        {
            std::unique_lock lock(m_script->mutex);
            m_script->starting = true;
            m_script->changed.notify_all();
            m_script->changed.wait(lock, [&] { return !m_script->blockStart; });
            m_script->starting = false;
        }
        progress({2, 2, "tensors"});
        if (m_script->get(&Script::startCanBeCancelled) && m_loadCancelled) {
            return fail(Code::Cancelled, "model weights", "loading was cancelled");
        }
        if (spec.threads > 0) {
            m_threads = spec.threads;
        }
        if (m_script->get(&Script::startThrows)) {
            throw 42;
        }
        if (m_script->get(&Script::startIsNull)) {
            return std::unique_ptr<Run>();
        }
        if (m_script->get(&Script::startFails)) {
            return fail(Code::NotFound, "model.safetensors", "there is no such file");
        }
        return std::make_unique<FakeRun>(m_script);
    }
    Result<void> logits(std::span<const std::int32_t>,
                        const std::function<Result<void>(std::span<const float>)>&) override {
        return {};
    }
    Result<ConformanceResult> conformance(const std::filesystem::path&, const Catalog&, const std::string&) override {
        return ConformanceResult{};
    }
    std::vector<PluginEntry> probePlugins(const Catalog&) override { return {}; }
    Result<void> reloadPlugin(const PluginEntry&, const Catalog&) override { return {}; }
    Result<nlohmann::ordered_json> bench(const BenchRequest&, const Catalog&, const ProgressSink&) override {
        return nlohmann::ordered_json();
    }
    Result<nlohmann::ordered_json> checkPolicy(const std::string&, const Catalog&, const ProgressSink&) override {
        return nlohmann::ordered_json();
    }

 private:
    std::shared_ptr<Script> m_script;
    ModelInfo m_model;
    bool m_loadCancelled = false;
    int m_threads = 2;
};

inline std::function<Result<std::unique_ptr<Engine>>()> makerOf(const std::shared_ptr<Script>& script) {
    return [script]() -> Result<std::unique_ptr<Engine>> {
        if (script->get(&Script::engineThrows)) {
            throw std::runtime_error("no torch");
        }
        if (script->get(&Script::engineFails)) {
            return fail(Code::NotFound, "libkvw_engine.so", "the engine library is not installed");
        }
        if (script->get(&Script::engineIsNull)) {
            return std::unique_ptr<Engine>();
        }
        return std::make_unique<FakeEngine>(script);
    };
}

}  // namespace kvw::tests
