// SPDX-License-Identifier: Apache-2.0
/// The engine as the application sees it: torch-free interfaces, implemented in the engine library, which is opened
/// only when needed.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/policy/host/catalog.h"
#include "core/session/bench_request.h"
#include "core/session/case_request.h"
#include "core/session/policy_plan.h"
#include "core/session/spec/run_spec.h"
#include "core/session/what_if.h"
#include "core/trace/recording.h"

namespace kvw {

/// Progress of a long operation: done of total `unit`s.
struct Progress {
    std::int64_t done = 0, total = 0;
    const char* unit = "";  ///< "MB", "layers", "tokens", ...
    std::string part = {};  ///< name of the current part, e.g. the tensor read last; empty: parts have no names
};
using ProgressSink = std::function<void(const Progress&)>;

/// State of a run between two steps, without its recording. It must be destroyed before the engine. Thread: inference
/// thread.
class RunSnapshot {
 public:
    virtual ~RunSnapshot() = default;
    [[nodiscard]] virtual std::int64_t position() const noexcept = 0;  ///< tokens processed
    [[nodiscard]] virtual std::int64_t bytes() const noexcept = 0;
};

/// Bytes that a run takes on a device.
struct DeviceUse {
    /// "NVIDIA H200, 139.8 GiB, driver CUDA 13.0", behind the word of `--device` where it has a number; empty: the run
    /// uses none.
    std::string device;
    std::int64_t weights = 0;  ///< of the model; runs over the same one share them
    std::int64_t buffers = 0;  ///< activations and tables
    struct Lane {
        std::int64_t cache = 0, rows = 0;  ///< rows: softmax rows and logits of a step
    };
    std::vector<Lane> lanes;
    std::int64_t stepWeights = 0;  ///< of `weights`: what a decode step reads
    double readRate = 0;           ///< bytes per second that a sweep of the device's memory reads; 0: not known
};

/// One run: one or more lanes over one text, in lock-step. Thread: the inference thread only, except `cancel` and
/// `recording`.
class Run {
 public:
    virtual ~Run() = default;

    /// Returns the recording, which grows during the run and may outlive it.
    [[nodiscard]] virtual std::shared_ptr<Recording> recording() const = 0;
    /// Processes the prompt of every lane. Cancellable within a block of a layer.
    virtual Result<void> prefill(const ProgressSink& progress) = 0;
    /// Decodes one token in every lane that has not failed. A lane whose policy misbehaves ends alone, with a problem
    /// in the recording; the call fails only when no lane is left.
    virtual Result<void> step() = 0;
    /// Returns true if nothing is left to decode (end of text, steps used up, or end-of-sequence generated).
    [[nodiscard]] virtual bool finished() const = 0;
    [[nodiscard]] virtual std::int64_t position() const = 0;  ///< tokens processed
    [[nodiscard]] virtual std::int64_t total() const = 0;     ///< tokens to process, prompt included
    /// Changes a live parameter of a lane from the next step on; recorded as an event of the trace. The name "capture"
    /// sets how much of the attention is recorded ("none", "rows", "stats", "maps").
    virtual Result<void> setParameter(std::int32_t lane, const std::string& name, const std::string& value) = 0;
    /// Returns the logits of the token after the newest one, [vocabulary], copied to the host. Errors: there is no such
    /// lane; it has read no prompt, or failed; those of the device.
    [[nodiscard]] virtual Result<std::vector<float>> nextLogits(std::int32_t /*lane*/) {
        return fail(Code::BadUsage, "logits", "this run has none");
    }
    /// Returns the observations of the prompt, after a prefill whose specification asked for them; any policy that
    /// selects once can select from the prompt again. They may outlive the run, not the engine. Errors: why nothing was
    /// kept.
    [[nodiscard]] virtual Result<std::shared_ptr<ObservedPrompt>> observedPrompt() {
        return fail(Code::BadUsage, "what if", "the observations of the prompt were not kept");
    }
    /// Called before the prefill. Returns true if `read` is this run's prompt, too: then the model does not read it
    /// again, and the results are the same bits as if it did (the recorded time of reading is that of the first run).
    /// Returns false for another text, model, or way to read it.
    [[nodiscard]] virtual bool takePrompt(const ObservedPrompt& /*read*/) { return false; }
    /// Returns a copy of the state for `goOnFrom` of a fork. Errors: a policy that cannot be copied, no memory.
    [[nodiscard]] virtual Result<std::shared_ptr<RunSnapshot>> snapshot() {
        return fail(Code::BadUsage, "snapshot", "the state of this run cannot be kept");
    }
    /// Continues from a state of the run that `parent` records, whose steps up to there become this run's. Called
    /// before `prefill`, which then does not read the prompt, and before the recording is shared. Errors: why this run
    /// must be computed from its start; it is then unchanged.
    [[nodiscard]] virtual Result<void> goOnFrom(const RunSnapshot& /*snapshot*/, const Recording& /*parent*/) {
        return fail(Code::BadUsage, "snapshot", "the state of a run cannot be taken over");
    }
    /// Returns what the run takes on a device now; lanes take nothing before their first step there.
    [[nodiscard]] virtual DeviceUse deviceUse() const { return {}; }
    /// Ends the run's current call within one step, or within a block of a layer during a prefill. Thread: any.
    virtual void cancel() noexcept = 0;
    /// Writes the final state (finished, stopped) and flushes the recording. Called once, at the end.
    virtual void close(RunState state, const Phrase& message) = 0;
};

struct ConformanceResult {
    std::string name, file;
    bool passed = false;
    bool skipped = false;  ///< the policy is not installed
    Phrase difference;     ///< first difference, one line
};

/// Holds a loaded model and the plugins, and starts runs.
class Engine {
 public:
    virtual ~Engine() = default;

    /// Loads a model directory (empty: the embedded one); replaces the one before. Does nothing if it is loaded
    /// already.
    virtual Result<void> loadModel(const std::filesystem::path& directory, const ProgressSink& progress) = 0;
    /// Cancels the current load, which then fails as Cancelled; does nothing if there is none. Thread: any, also from
    /// the load's progress.
    virtual void cancelLoad() noexcept {}
    [[nodiscard]] virtual const ModelInfo& model() const = 0;
    /// Returns warnings about values in the model's files that have no effect, or another one than they say.
    [[nodiscard]] virtual std::vector<std::string> modelWarnings() const { return {}; }
    /// Returns the folder of the model whose weights are in memory; empty: none.
    [[nodiscard]] virtual std::filesystem::path modelDirectory() const { return {}; }
    /// Sets the number of threads of the kernels, and of torch in the calling thread; 0: the usual number.
    virtual void setThreads(int threads) = 0;
    [[nodiscard]] virtual int threads() const = 0;

    /// Checks everything (text, policies, ranges) and makes a run; loads the model the spec names.
    [[nodiscard]] virtual Result<std::unique_ptr<Run>> start(const RunSpec& spec, const Catalog& catalog,
                                                             const ProgressSink& progress) = 0;
    /// Computes the logits of every token under the full cache; `sink` gets [vocabulary] per token, in order.
    virtual Result<void> logits(std::span<const std::int32_t> ids,
                                const std::function<Result<void>(std::span<const float>)>& sink) = 0;
    /// Runs a case; its decode steps on a device of this kind ("cpu": on the host).
    [[nodiscard]] virtual Result<ConformanceResult> conformance(const std::filesystem::path& file,
                                                                const Catalog& catalog, const std::string& device) = 0;
    /// Checks gates, edits, determinism, odd input, identity and cost of one plugin; JSON as in policy_check.h.
    /// `subject` is an id or a policy text.
    [[nodiscard]] virtual Result<nlohmann::ordered_json> checkPolicy(const std::string& subject, const Catalog& catalog,
                                                                     const ProgressSink& progress) = 0;
    /// Returns the text of a conformance case that ends with a call of a recorded run. The run is repeated for it, with
    /// the model that the request names. Errors: why there is no such case (lane_case.h).
    [[nodiscard]] virtual Result<std::string> caseOf(const CaseRequest& /*request*/, const Catalog& /*catalog*/,
                                                     const ProgressSink& /*progress*/,
                                                     const std::stop_token& /*stop*/) {
        return fail(Code::BadUsage, "case", "this engine cannot repeat a run");
    }
    /// Loads each ready plugin through all gates; one entry per plugin with the sentence of a refusal.
    [[nodiscard]] virtual std::vector<PluginEntry> probePlugins(const Catalog& catalog) = 0;
    /// Loads a fresh copy of one plugin through all gates; runs that start later are made from it. Errors: the refusal.
    virtual Result<void> reloadPlugin(const PluginEntry& entry, const Catalog& catalog) = 0;
    /// Returns what a policy would hold in a run, without loading a model. Errors: those of a run with it.
    [[nodiscard]] virtual Result<PolicyPlan> plan(const PlanRequest& /*request*/, const Catalog& /*catalog*/) {
        return fail(Code::BadUsage, "plan", "this engine cannot plan a run");
    }
    /// Runs `kvw bench` (bench.h). Returns JSON for the CLI to print.
    [[nodiscard]] virtual Result<nlohmann::ordered_json> bench(const BenchRequest& request, const Catalog& catalog,
                                                               const ProgressSink& progress) = 0;
};

/// Opens the engine library beside the executable (this loads torch, some 0.5 s) and makes an engine. The library stays
/// loaded.
[[nodiscard]] Result<std::unique_ptr<Engine>> openEngine();

/// Name of the one function the engine library exports.
inline constexpr const char* kEngineSymbol = "kvwCreateEngine";

}  // namespace kvw
