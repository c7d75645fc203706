// SPDX-License-Identifier: Apache-2.0
/// A run as everything downstream sees it: what was run (description) and what happened (one trace per lane).
/// A live run and a bundle opened a year later without its model are the same type.
#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "core/trace/trace.h"

namespace kvw {

/// A fact stated in the text, asked for later: tokens [begin, end) of each.
struct ProbeInfo {
    std::string name, answer;
    std::int32_t factBegin = 0, factEnd = 0, questionBegin = 0, questionEnd = 0, answerBegin = 0, answerEnd = 0;
};

struct ModelInfo {
    std::string name, hash, architecture, dtype;
    std::int64_t layers = 0, queryHeads = 0, kvHeads = 0, headDim = 0, hidden = 0, vocabulary = 0, context = 0;
    std::int64_t parameters = 0, weightBytes = 0, kvBytesPerToken = 0;
};

/// What all lanes of a run share but runs of different days may not.
struct LaneSettings {
    std::string positions, rankKeys, prefill, kvDtype, device;  ///< as in RunDescription
    std::int64_t seed = 0;
    nlohmann::ordered_json sampling;
    [[nodiscard]] bool operator==(const LaneSettings&) const = default;
};

struct LaneInfo {
    std::string policyId, policyVersion, policyText;  ///< policyText: as on the command line, canonical
    nlohmann::ordered_json parameters;                ///< effective, all of them
    nlohmann::ordered_json given;                     ///< what the user asked for
    std::int64_t sinks = 0, recent = 0;               ///< the policy's protection, for colouring; 0 where it has none
    bool queryHeadUnits = false;
    /// Works behind it, as plugins' manifests name them: title, url, key, authors, year, eprint.
    nlohmann::ordered_json references = nlohmann::ordered_json::array();
    std::string apart;                ///< what else tells it from the lanes beside it: "seed 3"; empty: nothing
    std::optional<LaneSettings> own;  ///< of a lane of another run whose settings are not those of the description
};

/// "streaming:recent=64 [seed 3]": how a lane is called beside others.
[[nodiscard]] std::string laneName(const LaneInfo& lane);

/// Fixed when the run starts. Text of tokens that are already known (a document) is here; generated ones come with the
/// trace.
struct RunDescription {
    ModelInfo model;
    std::string tokenizerHash;
    std::string textTitle, textHash;
    std::vector<std::int32_t> tokenIds;   ///< the document, BOS included
    std::vector<std::string> tokenTexts;  ///< raw bytes of each
    std::vector<ProbeInfo> probes;
    std::string mode = "teacher";         ///< or "generate"
    std::string positions = "original";   ///< or "cache-rank"
    std::string rankKeys;                 ///< "raw" or "rotated"; empty with original positions
    std::string prefill = "layer-major";  ///< or "streaming:<chunk>"
    std::string kvDtype = "f32", capture = "rows", device = "cpu";
    std::int64_t rowsLimit = 0;  ///< MiB of attention rows of all lanes, the newest; 0: all
    std::int64_t promptTokens = 0, seed = 0;
    nlohmann::ordered_json sampling;     ///< temperature, top_k, top_p; null for greedy and teacher
    nlohmann::ordered_json environment;  ///< fingerprint: CPU, threads, compiler, torch, ISA
    std::string commandLine;             ///< the `kvw` command that reproduces it
    std::string startedAt;               ///< ISO 8601, volatile
    std::string bundleHash;              ///< of the bundle that this was read from; empty: it was run here
    std::vector<LaneInfo> lanes;
};

/// A lane's own, or those of its run.
[[nodiscard]] LaneSettings settingsOf(const RunDescription& run, std::int32_t lane);
/// Keeps its settings with a lane that was set beside those of `run`, and names it by what is not as there unless it
/// has a name (`apart`).
void setOwn(LaneInfo& lane, const LaneSettings& settings, const RunDescription& run);
/// Settings stand in what tells the lane apart, but the bundle it was read from does not keep them with it.
[[nodiscard]] bool settingsLost(const LaneInfo& lane);
/// The description with these in the place of its own.
[[nodiscard]] RunDescription withSettings(RunDescription run, const LaneSettings& settings);

enum class RunState { Running, Finished, Stopped, Failed };

/// Thread: description is written before the recording is shared and constant from then on; traces see trace.h; state,
/// message, problems and times are copies under a short lock that nobody holds across a forward pass.
class Recording {
 public:
    explicit Recording(RunDescription description);
    ~Recording();

    [[nodiscard]] const RunDescription& description() const noexcept;
    [[nodiscard]] std::int32_t lanes() const noexcept;
    [[nodiscard]] Trace& writer(std::int32_t lane);
    [[nodiscard]] const Trace& trace(std::int32_t lane) const;
    [[nodiscard]] bool hasTrace(std::int32_t lane) const noexcept;
    /// Must be called once per lane, before the recording is shared.
    void setTrace(std::int32_t lane, std::unique_ptr<Trace> trace);
    /// A recording that starts as a copy of what is published here (attention rows are shared), running. Any thread;
    /// while the writer writes, lanes may differ by a step.
    [[nodiscard]] std::shared_ptr<Recording> fork() const;
    /// The same of the first `steps` of each lane, stopped there.
    [[nodiscard]] std::shared_ptr<Recording> fork(const std::vector<std::int64_t>& steps) const;

    struct Problem {
        std::string severity;  ///< "warning" or "error"
        std::int32_t lane = 0, layer = -1, step = -1;
        std::string plugin, sentence;
        std::int64_t count = 1;  ///< repeats are counted, not listed
    };
    /// Any thread. A problem that differs from a listed one in its step only raises that one's count; `step` stays the
    /// first. After kMostProblems different ones the rest is counted in one last entry.
    void report(Problem problem);
    static constexpr std::size_t kMostProblems = 500;
    /// Bytes of a sentence, a note or a name; what is longer is cut. Whoever shows one lays all of it out.
    static constexpr std::size_t kLongestText = 4096, kMostNotes = 100;
    [[nodiscard]] std::vector<Problem> problems() const;

    /// What the lane's policy derived from its settings ("prunes to 508 tokens every 4"), as it holds now: after the
    /// prompt, and again after a change. Any thread.
    void setNotes(std::int32_t lane, std::vector<std::string> notes);
    [[nodiscard]] std::vector<std::string> notes(std::int32_t lane) const;

    void setState(RunState state, std::string message = {});
    [[nodiscard]] RunState state() const;
    [[nodiscard]] std::string message() const;
    /// Times of the run (volatile part of the manifest): ttft etc. are computed from these. Milliseconds since
    /// submission; NaN: not yet.
    void setTtft(std::int32_t lane, double ms);
    [[nodiscard]] double ttft(std::int32_t lane) const;

 private:
    /// Lanes beyond `steps`: all that is published.
    [[nodiscard]] std::shared_ptr<Recording> copyOf(const std::vector<std::int64_t>& steps) const;

    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

/// The `summary` of the manifest, of the steps published so far (definitions: METRICS.md sections 2 to 4). Undefined:
/// null. Keys, in order:
/// - tokens: recorded; scored_tokens: those with index >= prompt_tokens and an NLL (the first of a text has none)
/// - mean_nll, perplexity: over the scored tokens
/// - delta_nll: mean of nll - nll_full over them; null unless lane 0 is `full`
/// - mean_kl: over the tokens with index >= prompt_tokens that have one
/// - evictions: tokens evicted, over layers and stored heads; prune_events: different steps that evicted
/// - held: tokens over layers and stored heads after the last step; compression: full / live bytes then
/// - peak_bytes_live, peak_bytes_allocated; peak_kv_bytes_prefill: buffers of K and V at most while the prompt was
///   processed; bytes_read_per_step: mean over the decode steps in which a reader chose
/// - ttft_ms; tpot_ms: decode steps without the last, which gave no recorded token; tokens_per_s: 1000 / tpot_ms
/// - answers_nll: mean over the probes that have a result, of their nll
[[nodiscard]] nlohmann::ordered_json summarize(const Recording& recording, std::int32_t lane);

/// What a lane made of one probe. NaN: not all of the answer (or of the fact) is recorded or scored.
struct ProbeResult {
    std::string name, answer;
    double nll = kMissing;  ///< mean over the answer's tokens, nats
    double nllFull = kMissing;
    double factHeld = kMissing;  ///< share of (layer, unit, fact token) held at the end of step answerBegin - 1
};
/// One per probe of the description, in its order.
[[nodiscard]] std::vector<ProbeResult> probeResults(const Recording& recording, std::int32_t lane);

}  // namespace kvw
