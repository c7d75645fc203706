// SPDX-License-Identifier: Apache-2.0
/// The engine as the application sees it: torch-free interfaces, implemented in the engine library, which is opened
/// only when needed.
#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/decode/case_request.h"
#include "core/decode/policy_plan.h"
#include "core/decode/run_spec.h"
#include "core/decode/what_if.h"
#include "core/policy/host/catalog.h"
#include "core/trace/recording.h"

namespace kvw {

/// Progress of something long: done of total `unit`s.
struct Progress {
    std::int64_t done = 0, total = 0;
    const char* unit = "";  ///< "MB", "layers", "tokens", ...
    std::string part = {};  ///< the tensor that was read last; empty: there are no parts with names
};
using ProgressSink = std::function<void(const Progress&)>;

/// State of a run between two steps, without what it has recorded. Ends before the engine. Thread: inference thread.
class RunSnapshot {
 public:
    virtual ~RunSnapshot() = default;
    [[nodiscard]] virtual std::int64_t position() const noexcept = 0;  ///< tokens processed
    [[nodiscard]] virtual std::int64_t bytes() const noexcept = 0;
};

/// One run: one or more lanes over one text, in lock-step. Thread: the inference thread only, but for `cancel` and
/// `recording`.
class Run {
 public:
    virtual ~Run() = default;

    /// The record that grows while the run does; lives on after the run.
    [[nodiscard]] virtual std::shared_ptr<Recording> recording() const = 0;
    /// Processes the prompt of every lane. Cancellable within a block of a layer.
    virtual Result<void> prefill(const ProgressSink& progress) = 0;
    /// Decodes one token in every lane that has not failed. A lane whose policy misbehaves ends alone, with a problem
    /// in the recording; the call fails only when no lane is left.
    virtual Result<void> step() = 0;
    /// Nothing left to decode (end of text, steps used up, or end-of-sequence generated).
    [[nodiscard]] virtual bool finished() const = 0;
    [[nodiscard]] virtual std::int64_t position() const = 0;  ///< tokens processed
    [[nodiscard]] virtual std::int64_t total() const = 0;     ///< tokens to process, prompt included
    /// Changes a live-tunable parameter of a lane from the next step on; recorded as an event of the trace. "capture":
    /// how much of the attention is recorded ("none", "rows", "stats", "maps").
    virtual Result<void> setParameter(std::int32_t lane, const std::string& name, const std::string& value) = 0;
    /// A run that continues from here: weights shared, caches, policy and sampler states copied; its recording starts
    /// as a copy of this one.
    [[nodiscard]] virtual Result<std::unique_ptr<Run>> fork() = 0;
    /// Behind the prefill, where the specification asks for it: selects from the prompt again, for any policy that
    /// selects once. Outlives the run, not the engine. Errors: why nothing was kept.
    [[nodiscard]] virtual Result<std::shared_ptr<ObservedPrompt>> observedPrompt() {
        return fail(Code::BadUsage, "what if", "the observations of the prompt were not kept");
    }
    /// Before the prefill: true, if this is the run's prompt, too; then the model does not read it again, and
    /// everything is as if it did, bit by bit (of the times, what reading it took is that of the first time). False:
    /// another text, model, or way to read it.
    [[nodiscard]] virtual bool takePrompt(const ObservedPrompt& /*read*/) { return false; }
    /// What `goOnFrom` of a fork takes. Errors: a policy that cannot be copied, no memory.
    [[nodiscard]] virtual Result<std::shared_ptr<RunSnapshot>> snapshot() {
        return fail(Code::BadUsage, "snapshot", "the state of this run cannot be kept");
    }
    /// Before the prefill, in place of it: goes on from the state of the run that `parent` records, whose steps up to
    /// there become this run's. The recording is not shared yet. Errors: why this run must be made from its start; it
    /// then is as it was.
    [[nodiscard]] virtual Result<void> goOnFrom(const RunSnapshot& /*snapshot*/, const Recording& /*parent*/) {
        return fail(Code::BadUsage, "snapshot", "the state of a run cannot be taken over");
    }
    /// Ends the run's current call within one step, or a block of a layer where that is a prefill; any thread.
    virtual void cancel() noexcept = 0;
    /// Writes the final state (finished, stopped) and flushes the recording. Called once, at the end.
    virtual void close(RunState state, const std::string& message) = 0;
};

struct ConformanceResult {
    std::string name, file;
    bool passed = false;
    bool skipped = false;    ///< the policy is not installed
    std::string difference;  ///< first difference, one line
};

/// A loaded model and the plugins; starts runs on it.
class Engine {
 public:
    virtual ~Engine() = default;

    /// Loads a model directory (empty: the embedded one); replaces the one before. Does nothing if it is loaded
    /// already.
    virtual Result<void> loadModel(const std::filesystem::path& directory, const ProgressSink& progress) = 0;
    /// Ends a load under way, which then fails as Cancelled; nothing where none is. Any thread, also from its progress.
    virtual void cancelLoad() noexcept {}
    [[nodiscard]] virtual const ModelInfo& model() const = 0;
    /// Sentences about values of its files that have no effect, or another one than they say.
    [[nodiscard]] virtual std::vector<std::string> modelWarnings() const { return {}; }
    /// The folder of the model whose weights are in memory; empty: none.
    [[nodiscard]] virtual std::filesystem::path modelDirectory() const { return {}; }
    /// Number of threads of the kernels; also of torch in the calling thread.
    virtual void setThreads(int threads) = 0;
    [[nodiscard]] virtual int threads() const = 0;

    /// Checks everything (text, policies, ranges) and makes a run; loads the model the spec names.
    [[nodiscard]] virtual Result<std::unique_ptr<Run>> start(const RunSpec& spec, const Catalog& catalog,
                                                             const ProgressSink& progress) = 0;
    /// Logits of every token under the full cache; `sink` gets [vocabulary] per token, in order.
    virtual Result<void> logits(std::span<const std::int32_t> ids,
                                const std::function<Result<void>(std::span<const float>)>& sink) = 0;
    [[nodiscard]] virtual Result<ConformanceResult> conformance(const std::filesystem::path& file,
                                                                const Catalog& catalog) = 0;
    /// Gates, edits, determinism, odd input, identity and cost of one plugin; JSON as in policy_check.h. `subject` is
    /// an id or a policy text.
    [[nodiscard]] virtual Result<nlohmann::ordered_json> checkPolicy(const std::string& subject, const Catalog& catalog,
                                                                     const ProgressSink& progress) = 0;
    /// The text of a conformance case that ends with a call of a recorded run, which is made again for it; loads the
    /// model the request names. Errors: why there is none (lane_case.h).
    [[nodiscard]] virtual Result<std::string> caseOf(const CaseRequest& /*request*/, const Catalog& /*catalog*/,
                                                     const ProgressSink& /*progress*/,
                                                     const std::stop_token& /*stop*/) {
        return fail(Code::BadUsage, "case", "this engine makes no run again");
    }
    /// Loads each ready plugin through all gates; one entry per plugin with the sentence of a refusal.
    [[nodiscard]] virtual std::vector<PluginEntry> probePlugins(const Catalog& catalog) = 0;
    /// Loads a fresh copy of one plugin through all gates; runs that start later are made from it. Errors: the refusal.
    virtual Result<void> reloadPlugin(const PluginEntry& entry, const Catalog& catalog) = 0;
    /// What a policy would hold of a run; no model is loaded for it. Errors: those of a run with it.
    [[nodiscard]] virtual Result<PolicyPlan> plan(const PlanRequest& /*request*/, const Catalog& /*catalog*/) {
        return fail(Code::BadUsage, "plan", "this engine plans nothing");
    }
    /// Section 8 of the design: decode, prefill, attention, cache operation, policy cost as ratios to a sweep; JSON for
    /// the CLI to print.
    [[nodiscard]] virtual Result<nlohmann::ordered_json> bench(const nlohmann::ordered_json& options,
                                                               const Catalog& catalog,
                                                               const ProgressSink& progress) = 0;
};

/// Opens the engine library beside the executable (this loads torch, some 0.5 s) and makes an engine. The library stays
/// loaded.
[[nodiscard]] Result<std::unique_ptr<Engine>> openEngine();

/// Name of the one function the engine library exports.
inline constexpr const char* kEngineSymbol = "kvwCreateEngine";

}  // namespace kvw
