// SPDX-License-Identifier: Apache-2.0
/// An engine without a model: fills traces by rule, so that a view's numbers are known. No torch.
#pragma once

#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "core/session/engine.h"
#include "core/session/spec/run_changes.h"

namespace kvw::tests {

/// Shape of the fake run. Lane 0 is `full`; every other lane keeps `sinks` first and `recent` last tokens.
struct FakeShape {
    std::int32_t layers = 3, queryHeads = 4, kvHeads = 2, units = 1;
    std::int32_t tokens = 200, prompt = 40, lanes = 2;
    std::int32_t sinks = 4, recent = 32;
    bool rows = false;               ///< attention rows, uniform over what is held
    std::int32_t firstWithRows = 0;  ///< lanes before have none: rows of `full` grow with every step
    Finding problem = {};            ///< reported at the first decode step
    /// The policy's NLL is another from this step on: the run was forked there. -1: nowhere.
    std::int32_t forkedAt = -1;
    std::string model = "fake";
    std::int32_t partsAt = -1;  ///< a fork's own tokens are others from this step on, and cost much; -1: nowhere
    double below = 0;           ///< by which the policies' NLL is lower than by rule
    bool generates = false;     ///< the text is said to be generated
    DeviceUse onDevice = {};    ///< what runs say that they take on a device
};

[[nodiscard]] RunDescription fakeDescription(const FakeShape& shape);

/// Writes the next step of one lane: token `step` arrives; a lane that evicts drops the oldest unprotected token of
/// each unit.
void addFakeStep(const FakeShape& shape, Trace& trace, std::int32_t lane, std::int32_t step, const std::string& text);

/// An empty recording with one trace per lane.
[[nodiscard]] std::shared_ptr<Recording> makeFakeRecording(const FakeShape& shape, const RunSpec& spec = {});

void addFakeSteps(const FakeShape& shape, Recording& recording, std::int32_t from, std::int32_t to);

/// A finished recording of `steps` steps.
[[nodiscard]] std::shared_ptr<Recording> filledFakeRecording(const FakeShape& shape, std::int32_t steps);

class FakeRun : public Run {
 public:
    explicit FakeRun(const FakeShape& shape, const RunSpec& spec = {});

    std::shared_ptr<Recording> recording() const override;
    Result<void> prefill(const ProgressSink& progress) override;
    Result<void> step() override;
    bool finished() const override;
    std::int64_t position() const override;
    std::int64_t total() const override;
    Result<void> setParameter(std::int32_t lane, const std::string& name, const std::string& value) override;
    DeviceUse deviceUse() const override { return m_shape.onDevice; }
    void cancel() noexcept override;
    void close(RunState state, const Phrase& message) override;

 private:
    FakeShape m_shape;
    std::vector<RunChange> m_changes;
    std::shared_ptr<Recording> m_recording;
    std::int64_t m_position = 0;
};

class FakeEngine : public Engine {
 public:
    explicit FakeEngine(FakeShape shape);

    Result<void> loadModel(const std::filesystem::path& folder, const ProgressSink& progress) override;
    const ModelInfo& model() const override;
    /// Returns the folder of the last run or load; nothing is read of it.
    std::filesystem::path modelDirectory() const override { return m_directory; }
    void setThreads(int threads) override;
    int threads() const override;
    Result<std::unique_ptr<Run>> start(const RunSpec& spec, const Catalog& catalog,
                                       const ProgressSink& progress) override;
    Result<void> logits(std::span<const std::int32_t> tokens,
                        const std::function<Result<void>(std::span<const float>)>& sink) override;
    Result<ConformanceResult> conformance(const std::filesystem::path& file, const Catalog& catalog,
                                          const std::string& device) override;
    std::vector<PluginEntry> probePlugins(const Catalog& catalog) override;
    Result<void> reloadPlugin(const PluginEntry& entry, const Catalog& catalog) override;
    /// Returns an empty plan: without plugins there are no budgets.
    Result<PolicyPlan> plan(const PlanRequest& /*request*/, const Catalog& /*catalog*/) override {
        return PolicyPlan{};
    }
    /// A text that names lane and token; what the real one refuses without a model is refused.
    Result<std::string> caseOf(const CaseRequest& request, const Catalog& catalog, const ProgressSink& progress,
                               const std::stop_token& stop) override;
    Result<nlohmann::ordered_json> bench(const BenchRequest& request, const Catalog& catalog,
                                         const ProgressSink& progress) override;
    Result<nlohmann::ordered_json> checkPolicy(const std::string& policy, const Catalog& catalog,
                                               const ProgressSink& progress) override;

 private:
    FakeShape m_shape;
    ModelInfo m_model;
    std::filesystem::path m_directory;
    int m_threads = 1;
};

[[nodiscard]] std::function<Result<std::unique_ptr<Engine>>()> fakeEngine(const FakeShape& shape = {});

/// Plugin folder of this checkout: manifests only; nothing is loaded by a fake engine.
[[nodiscard]] PluginPaths fakePlugins(const std::filesystem::path& folder, const std::filesystem::path& state);

}  // namespace kvw::tests
