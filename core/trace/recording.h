// SPDX-License-Identifier: Apache-2.0
/// Record of a run as everything downstream sees it: its description and one trace per lane. A running run and a bundle
/// opened later without its model have the same type.
#pragma once

#include <array>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "core/base/finding.h"
#include "core/session/spec/run_spec.h"
#include "core/trace/trace.h"

namespace kvw {

/// Fact that the text states and asks for later: tokens [begin, end) of fact, question and answer.
struct ProbeInfo {
    std::string name, answer;
    std::int32_t factBegin = 0, factEnd = 0, questionBegin = 0, questionEnd = 0, answerBegin = 0, answerEnd = 0;

    [[nodiscard]] std::vector<std::int32_t> factTokens() const {
        std::vector<std::int32_t> tokens;
        for (std::int32_t token = factBegin; token < factEnd; ++token) {
            tokens.push_back(token);
        }
        return tokens;
    }
};

struct ModelInfo {
    std::string name, hash, architecture, dtype;
    std::int64_t layers = 0, queryHeads = 0, kvHeads = 0, headDim = 0, hidden = 0, vocabulary = 0, context = 0;
    std::int64_t parameters = 0, weightBytes = 0, kvBytesPerToken = 0;
};

/// Run settings that a lane may have of its own; lanes without any use those of the description.
struct LaneSettings {
    std::string positions = "original";   ///< or "cache-rank"
    std::string rankKeys;                 ///< "raw" or "rotated"; empty with original positions
    std::string prefill = "layer-major";  ///< or "streaming:<chunk>"
    std::string storage;                  ///< "concat": a cache that concatenates; empty: slots
    std::string jitter;                   ///< "ulp:8": noise in the last bits of queries; empty: none
    std::string dtype = "f32";  ///< of the factors when several tokens are multiplied with the weights, or "bf16"
    std::string kvDtype = "f32", device = "cpu";
    std::int64_t seed = 0;
    nlohmann::ordered_json sampling;  ///< temperature, top_k, top_p; null for greedy and teacher
    [[nodiscard]] bool operator==(const LaneSettings&) const = default;
};

struct LaneInfo {
    std::string policyId, policyVersion, policyText;  ///< policyText: canonical, as on the command line
    nlohmann::ordered_json parameters;                ///< effective, all of them
    nlohmann::ordered_json given;                     ///< what the user asked for
    std::int64_t sinks = 0, recent = 0;               ///< the policy's protection, for colouring
    bool queryHeadUnits = false;
    /// Works that the policy is from, as plugins' manifests name them: title, url, key, authors, year, eprint.
    nlohmann::ordered_json references = nlohmann::ordered_json::array();
    std::string distinguishingText;   ///< what else differs from the other lanes: "seed 3"; empty: nothing
    std::optional<LaneSettings> own;  ///< none: those of the description

    [[nodiscard]] bool isFullCache() const { return policyId == "full"; }
};

/// Returns the words for a prefill and the type of its products: "layer-major", "layer-major in bf16".
[[nodiscard]] std::string prefillText(const std::string& prefill, const std::string& dtype);
/// Returns the name of a lane beside others: "streaming:recent=64 [seed 3]".
[[nodiscard]] std::string laneName(const LaneInfo& lane);

/// Description of a run, fixed when it starts. Contains the text of tokens known in advance (a document); that of
/// generated ones is in the trace.
struct RunDescription : LaneSettings {
    ModelInfo model;
    std::string tokenizerHash;
    std::string textTitle, textHash;
    std::vector<std::int32_t> tokenIds;   ///< the document, BOS included
    std::vector<std::string> tokenTexts;  ///< raw bytes of each
    std::vector<ProbeInfo> probes;
    std::string mode = "teacher";  ///< or "generate"
    std::string capture = "rows";
    std::int64_t rowsLimit = 0;  ///< MiB of attention rows kept of all lanes, the newest; 0: all
    std::int64_t promptTokens = 0;
    /// Tokens of the text behind the prompt that a generating run reads before it generates.
    std::int64_t questionTokens = 0;
    nlohmann::ordered_json environment;  ///< fingerprint: CPU, threads, compiler, torch, ISA
    /// The run asked for, as `recordedSpec` returns it; several: runs that were set side by side; none: not known.
    std::vector<RunSpec> specs;
    std::string commandLine;  ///< the `kvw` command that reproduces it, printed from `specs`
    std::string startedAt;    ///< ISO 8601, volatile
    std::string bundleHash;   ///< hash of the bundle it was read from; empty: it was run here
    std::vector<LaneInfo> lanes;

    /// Returns the first token that a run that generates may generate.
    [[nodiscard]] std::int64_t generatesFrom() const noexcept { return promptTokens + questionTokens; }
    [[nodiscard]] const LaneInfo& lane(std::int32_t at) const { return lanes[static_cast<std::size_t>(at)]; }
    /// Returns whether the first lane is the full cache, with which the others are compared.
    [[nodiscard]] bool beginsWithFull() const { return !lanes.empty() && lanes[0].isFullCache(); }
};

/// Returns a lane's own settings, or those of its run.
[[nodiscard]] LaneSettings settingsOf(const RunDescription& run, std::int32_t lane);
/// Stores `settings` as a lane's own if they differ from those of `run` or the lane has a name (`distinguishingText`).
/// A lane without a name is named by the differences; one with lost settings stays as it is.
void setOwn(LaneInfo& lane, const LaneSettings& settings, const RunDescription& run);
/// Returns true if `distinguishingText` names settings but the bundle that the lane was read from did not store them.
[[nodiscard]] bool settingsLost(const LaneInfo& lane);
/// Removes what is not read of the document, and the probes that reach into it, from the description of a generating
/// run, whose text behind prompt and question is generated by the model. Bundles of older versions contain them.
void keepReadOnly(RunDescription& run);
/// Returns the description with `settings` in place of its own.
[[nodiscard]] RunDescription withSettings(RunDescription run, const LaneSettings& settings);

enum class RunState { Running, Finished, Stopped, Failed };
/// Words of the states, in their order.
inline constexpr std::array kRunStates{"running", "finished", "stopped", "failed"};
[[nodiscard]] constexpr const char* toText(RunState state) noexcept {
    return kRunStates[static_cast<std::size_t>(state)];
}

/// Description, traces and state of a run. Threads: the description is written before the recording is shared and
/// constant from then on; for traces see trace.h; state, message, problems and times are copied under a short lock that
/// nobody holds across a forward pass.
class Recording {
 public:
    explicit Recording(RunDescription description);
    ~Recording();

    [[nodiscard]] const RunDescription& description() const noexcept;
    [[nodiscard]] std::int32_t lanes() const noexcept;
    [[nodiscard]] Trace& writer(std::int32_t lane);
    [[nodiscard]] const Trace& trace(std::int32_t lane) const;
    /// Returns whether there is such a lane and it has a trace.
    [[nodiscard]] bool hasTrace(std::int32_t lane) const noexcept;
    /// Returns the lanes that have a trace, in ascending order.
    [[nodiscard]] std::vector<std::int32_t> tracedLanes() const;
    /// Returns the number of recorded steps of a lane; 0 without a trace.
    [[nodiscard]] std::int64_t stepsOf(std::int32_t lane) const noexcept;
    /// Sets the trace of a lane; must be called once per lane, before the recording is shared.
    void setTrace(std::int32_t lane, std::unique_ptr<Trace> trace);
    /// Returns a running recording that starts as a copy of what is published here (attention rows are shared). While
    /// the writer writes, lanes may differ by a step. Thread: any.
    [[nodiscard]] std::shared_ptr<Recording> fork() const;
    /// Returns such a copy of the first `steps` of each lane, in the state Stopped.
    [[nodiscard]] std::shared_ptr<Recording> fork(const std::vector<std::int64_t>& steps) const;

    struct Problem {
        Finding finding;  ///< a warning, or the sentence of an error
        std::int32_t lane = 0, layer = -1, step = -1;
        std::string plugin = {};
        std::int64_t count = 1;  ///< repeats are counted, not listed

        [[nodiscard]] std::string sentence() const { return finding.english(); }
        [[nodiscard]] bool isError() const { return finding.severity == Severity::Error; }
    };
    /// Adds a problem. If it differs from a listed one in its step only, that one is counted again and keeps its step.
    /// After kMostProblems different ones, one last entry counts the rest. Thread: any.
    void report(Problem problem);
    static constexpr std::size_t kMostProblems = 500;
    /// Most bytes of a sentence, a note or a name; longer ones are cut, because views lay out the whole text, and lose
    /// their code or form.
    static constexpr std::size_t kLongestText = 4096, kMostNotes = 100;
    [[nodiscard]] std::vector<Problem> problems() const;

    /// Sets what the lane's policy derived from its settings ("prunes to 508 tokens every 4"), as it holds now: called
    /// after the prompt, and again after a change. Thread: any.
    void setNotes(std::int32_t lane, std::vector<Finding> notes);
    [[nodiscard]] std::vector<Finding> notes(std::int32_t lane) const;

    void setState(RunState state, Phrase message = {});
    [[nodiscard]] RunState state() const;
    [[nodiscard]] Phrase message() const;
    /// Sets the time to the first token, in milliseconds since submission (volatile part of the manifest); NaN: not
    /// known yet.
    void setTtft(std::int32_t lane, double ms);
    [[nodiscard]] double ttft(std::int32_t lane) const;

 private:
    /// Copies the first `steps` of each lane; lanes without an entry are copied whole.
    [[nodiscard]] std::shared_ptr<Recording> copyOf(const std::vector<std::int64_t>& steps) const;

    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

/// Returns the `summary` of the manifest for the steps published so far (definitions: METRICS.md sections 2 to 4).
/// Undefined values are null. Keys, in order:
/// - tokens: recorded; scored_tokens: those with index >= prompt_tokens and an NLL (the first of a text has none)
/// - mean_nll, perplexity: over the scored tokens
/// - delta_nll: mean of nll - nll_full over them; null unless lane 0 is `full`
/// - mean_kl: over the tokens with index >= prompt_tokens that have one
/// - evictions: tokens evicted, over layers and stored heads; prune_events: distinct steps that evicted
/// - held: tokens over layers and stored heads after the last step; compression: full / live bytes then
/// - peak_bytes_live, peak_bytes_allocated; peak_kv_bytes_prefill: largest size of K and V buffers during
///   prefill; bytes_read_per_step: mean over the decode steps in which a reader selected pages
/// - ttft_ms; tpot_ms: decode steps behind the question, without the last, which gave no recorded token; tokens_per_s:
///   1000 / tpot_ms
/// - answers_nll: mean nll of the probes that have a result
[[nodiscard]] nlohmann::ordered_json summarize(const Recording& recording, std::int32_t lane);

/// Result of a lane on one probe. NaN: not all of the answer (or of the fact) is recorded or scored.
struct ProbeResult {
    std::string name, answer;
    double nll = kMissing;  ///< mean over the answer's tokens, nats
    double nllFull = kMissing;
    double factHeld = kMissing;  ///< share of (layer, unit, fact token) held after step answerBegin - 1
};
/// Returns one result per probe of the description, in order.
[[nodiscard]] std::vector<ProbeResult> probeResults(const Recording& recording, std::int32_t lane);

}  // namespace kvw
