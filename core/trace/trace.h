// SPDX-License-Identifier: Apache-2.0
/// The record of one lane: columnar, append-only, one writer, many readers. Every view and every export reads this and
/// nothing else.
///
/// Threads: exactly one writer. Readers on any thread see every step below `steps()` completely and unchanging;
/// publishing is one release store per step, no lock is held while a step is produced. What a reader gets stays valid
/// as long as the Trace lives (rows: as long as the AttentionRows lives). An index at or above the published count is
/// the caller's error (asserted). Attention rows and long columns live in unlinked temporary files that are mapped, so
/// the system can drop them from memory. Out of memory leaves a call as
/// std::bad_alloc; what was published stays.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"

namespace kvw {

inline constexpr double kMissing = std::numeric_limits<double>::quiet_NaN();
inline constexpr float kMissingF = std::numeric_limits<float>::quiet_NaN();

enum class Phase : std::uint8_t { Prefill, Decode };

/// One token of the text; `step` is its index. NaN: undefined.
struct StepRecord {
    std::int32_t step = 0;
    std::int32_t position = 0;  ///< RoPE phase of its query
    std::int32_t tokenId = 0;
    Phase phase = Phase::Prefill;
    double nll = kMissing;          ///< nats, of this token under everything before it
    double nllFull = kMissing;      ///< of the full lane; lane 0: its own
    double kl = kMissing;           ///< to the full lane, of the distribution this token was drawn from
    double entropyNext = kMissing;  ///< nats, of the next-token distribution after this token
    std::int64_t heldTotal = 0;     ///< tokens over layers and stored heads, after this step's eviction
    std::int64_t evictedNow = 0;    ///< likewise, freed by this step
    std::int64_t bytesLive = 0, bytesAllocated = 0, bytesFull = 0;
    /// K, V and page bounds that attention read in this step, where a reader chose; -1: all that was held.
    std::int64_t bytesRead = -1;
    /// Of all that has been read as codes so far, relative root mean square (core/cache/coding_error.h); NaN: nothing,
    /// not recorded, or a token of a prompt before its last.
    float keyError = kMissingF, valueError = kMissingF;
    /// Parts of the step; they sum to it. NaN: not known apart (a bundle has the sum only), then it is in `decodeMs`.
    float decodeMs = 0, captureMs = 0, policyMs = 0, evictMs = 0;
    [[nodiscard]] bool partsKnown() const noexcept { return !std::isnan(captureMs); }
    [[nodiscard]] float ms() const noexcept {
        return partsKnown() ? decodeMs + captureMs + policyMs + evictMs : decodeMs;
    }
};

/// One layer (head = -1) or one part of it (TraceShape::parts), at one step. NaN: undefined or not captured.
struct LayerRecord {
    float held = 0;  ///< tokens after the step's eviction (head -1: mean over stored heads)
    float budget = kMissingF;
    float gini = kMissingF, entropy = kMissingF, variance = kMissingF, retainedMass = kMissingF;
    /// Slots allocated after the step, free ones included (head -1: as `held`). NaN also for tokens of a prompt before
    /// the last of their pass, whose buffers come and go within it, and in bundles of older versions.
    float capacity = kMissingF;
};

/// What one prune took from one unit of one layer.
struct EvictionRecord {
    std::int32_t step = 0;
    std::int32_t layer = 0;
    std::int32_t head = -1;  ///< KV head, or query head where the cache is kept per query head; -1: all of the layer
    std::vector<std::int32_t> tokens;  ///< ascending
    std::vector<float> scores;         ///< of `tokens`; empty: the policy compares nothing
    float cut = kMissingF;             ///< lowest score that was kept; NaN: none
    std::string reason;
};

/// Bytes of the lane's K and V buffers while a prefill pass went through one layer: a curve over the layers.
struct PassMemory {
    std::int32_t step = 0;            ///< the pass's last token
    std::int32_t layer = 0;           ///< the layer that was just done
    std::int64_t bytesLive = 0;       ///< of all layers, after this layer's eviction: tokens held
    std::int64_t bytesAllocated = 0;  ///< likewise: buffers
    std::int64_t bytesPeak = 0;       ///< buffers at most while the layer was worked on
};

/// The softmax rows of one step and layer: `probs` [query_heads, tokens.size()]; tokens ascending per head.
/// Heads of one unit share the token list; `tokens(head)` gives it.
struct AttentionRows {
    std::int32_t step = 0;
    std::int32_t layer = 0;
    struct Head {
        std::span<const std::int32_t> tokens;  ///< ascending token indices
        std::span<const float> probs;
    };
    std::vector<Head> heads;             ///< [query_heads]
    std::shared_ptr<const void> memory;  ///< what the spans point into
};

/// A change of a live-tunable parameter, or another mark on the time axis.
struct TraceEvent {
    std::int32_t step = 0;
    std::string kind;  ///< "parameter", "policy", "hand", "protection", "capture", "next" or kProblemEvent
    std::string text;
};
/// The sentence that a lane ended with; its step need not be recorded.
inline constexpr const char* kProblemEvent = "problem";

/// What `begin` of a policy was given starts with; a reader or codec is named there instead.
inline constexpr const char* kAskedFor = "asked for ";

/// A call of the SDK that the lane's policy got, or its reader ("pages") or codec ("encode"). Tokens and budgets are
/// sums over the layers and units it is about.
struct CallRecord {
    std::int32_t step = -1;   ///< the pass's last token; -1: before the first
    std::int32_t layer = -1;  ///< -1: all
    std::string name;         ///< the function
    /// What it was handed beside the token table: "1 row, keys"; of `begin` and `set` of a reader or codec which one;
    /// of `begin` of a policy what it asked for, behind kAskedFor (older runs: empty); of `encode` how many groups.
    std::string given;
    std::int64_t slots = 0;            ///< of the token table
    std::int64_t held = 0, after = 0;  ///< tokens before and after its edits
    std::int64_t budgetBefore = -1;    ///< that the policy reported before; -1: none
    std::int64_t budget = -1;          ///< likewise behind the call
    std::int32_t edits = 0;            ///< lists of slots that it answered with
    std::int64_t evicted = 0;  ///< tokens that were taken, in any layer; where it was refused: that it wanted taken
    std::string reason, violation;  ///< violation: the sentence that the engine refused it with
    float us = 0;                   ///< microseconds inside it
};

struct TraceShape {
    std::int32_t layers = 0, queryHeads = 0, kvHeads = 0, headDim = 0;
    std::int32_t units = 1;  ///< keep-sets per layer: 1, kvHeads or queryHeads
    [[nodiscard]] std::int32_t unitOf(std::int32_t queryHead) const noexcept { return queryHead * units / queryHeads; }
    /// Heads with records of their own: the units, or the KV heads where all of a layer share one keep-set.
    [[nodiscard]] std::int32_t parts() const noexcept { return units == 1 ? kvHeads : units; }
    [[nodiscard]] std::int32_t partOf(std::int32_t queryHead) const noexcept {
        return queryHead * parts() / queryHeads;
    }
    [[nodiscard]] std::int32_t unitOfPart(std::int32_t part) const noexcept { return part * units / parts(); }
};

class RowSource;

class Trace {
 public:
    struct Options {
        bool keepRows = false;      ///< attention rows are recorded; else `addRows` does nothing
        std::int64_t rowBytes = 0;  ///< after which the oldest rows are no longer kept; 0: no limit
    };
    Trace(TraceShape shape, Options options);
    ~Trace();
    Trace(const Trace&) = delete;
    Trace& operator=(const Trace&) = delete;

    [[nodiscard]] const TraceShape& shape() const noexcept;

    // Writer. Everything given for a step before `publish` becomes visible with it, in one piece.
    /// `layers` [layers * (parts + 1)]: per layer the layer's own record, then one per part.
    /// Errors: a step that is not the next one, or another number of layer records (Internal); then nothing was added.
    Result<void> addStep(const StepRecord& step, std::string_view tokenText, std::span<const LayerRecord> layers);
    /// Of a step that is not published yet; `publish` puts the records of one batch in order of step, else as they
    /// came. A (layer, unit) drops a token once, and once more each time it was put back by hand (an event of kind
    /// "hand"): the first record since counts. Tokens outside 0 ... step are kept in the record and mean nothing to
    /// `evictedAt`.
    void addEviction(EvictionRecord eviction);
    /// Rows of a step that is not published yet, before or after its `addStep`; unitTokens [units][n], ascending;
    /// headProbs [query_heads][n], in the order of the tokens of the head's unit. Errors: wrong shape (Internal); no
    /// room for the temporary file (Io): said once, from then on rows are no longer kept, calls do nothing and the run
    /// can go on.
    Result<void> addRows(std::int32_t step, std::int32_t layer, std::span<const std::vector<std::int32_t>> unitTokens,
                         std::span<const std::vector<float>> headProbs);
    /// From here on `addRows` keeps rows, and scores are kept whole.
    void keepRows() noexcept;
    /// Options::rowBytes.
    [[nodiscard]] std::int64_t rowLimit() const noexcept;
    /// The oldest rows were given up.
    [[nodiscard]] bool dropsRows() const noexcept;
    /// Rows that were not added are asked of `source` (of an opened bundle). Before the trace is shared.
    void readRowsFrom(std::shared_ptr<const RowSource> source);
    /// Likewise of scores.
    void readScoresFrom(std::shared_ptr<const RowSource> source);
    void addEvent(TraceEvent event);
    void addPassMemory(const PassMemory& memory);
    /// `layer` of the prompt is done: what all hold now, [layers] tokens, mean over stored heads; 0: not reached yet.
    /// Of a prompt that goes through layer by layer, for those who watch: it is not in the bundle, and `fork` forgets
    /// it.
    void addPromptStage(std::int32_t layer, std::span<const float> held);
    void addCall(const CallRecord& call);
    /// What a policy compared in a layer at a step that is not published yet, per unit: scores [units][n] of `tokens`
    /// [units][n], ascending; a unit where nothing was compared has none. Tokens that were protected are absent. The
    /// last of a layer and step counts. Errors: as `addRows`.
    Result<void> addScores(std::int32_t step, std::int32_t layer, std::span<const std::vector<std::int32_t>> tokens,
                           std::span<const std::vector<float>> scores);
    /// The record of a step that was added and is not published, to complete it (in lock-step lanes nll and kl of a
    /// token become known after its step was added); null: no such step. No step may be changed once published.
    [[nodiscard]] StepRecord* pending(std::int64_t step) noexcept;
    void publish();
    /// A trace that starts as a copy of what is published here of steps 0 ... `steps` - 1; rows are shared, not copied.
    /// Any thread.
    [[nodiscard]] std::unique_ptr<Trace> fork(std::int64_t steps = std::numeric_limits<std::int64_t>::max()) const;

    // Readers.
    /// Published steps; grows only.
    [[nodiscard]] std::int64_t steps() const noexcept;
    [[nodiscard]] const StepRecord& step(std::int64_t index) const;
    [[nodiscard]] std::string_view tokenText(std::int64_t index) const;  ///< raw bytes of the token's piece
    [[nodiscard]] const LayerRecord& layer(std::int64_t step, std::int32_t layer, std::int32_t part = -1) const;
    [[nodiscard]] std::int64_t evictions() const noexcept;            ///< published eviction records, in order of step
    [[nodiscard]] EvictionRecord eviction(std::int64_t index) const;  ///< put together for the caller
    [[nodiscard]] std::int32_t evictionStep(std::int64_t index) const;
    /// Index of the first eviction record with step >= `step`.
    [[nodiscard]] std::int64_t evictionsFrom(std::int32_t step) const;
    [[nodiscard]] std::int64_t events() const noexcept;
    [[nodiscard]] const TraceEvent& event(std::int64_t index) const;
    /// Of all prefill passes, layer after layer.
    [[nodiscard]] std::int64_t passMemories() const noexcept;
    [[nodiscard]] const PassMemory& passMemory(std::int64_t index) const;
    /// Layers of the prompt that are done.
    [[nodiscard]] std::int64_t promptStages() const noexcept;
    [[nodiscard]] std::int32_t promptStageLayer(std::int64_t index) const;
    [[nodiscard]] float promptStageHeld(std::int64_t index, std::int32_t layer) const;
    /// Of the lane's policy, in the order they came: steps ascending.
    [[nodiscard]] std::int64_t calls() const noexcept;
    [[nodiscard]] CallRecord call(std::int64_t index) const;  ///< put together for the caller
    /// Index of the first call with step >= `step`.
    [[nodiscard]] std::int64_t callsFrom(std::int32_t step) const;
    [[nodiscard]] bool callBroken(std::int64_t index) const;  ///< it has a violation
    [[nodiscard]] const std::string& callName(std::int64_t index) const;
    [[nodiscard]] float callUs(std::int64_t index) const;
    /// What the policy compared there, a "head" per unit; none: nothing, or no longer kept.
    [[nodiscard]] std::optional<AttentionRows> scores(std::int64_t step, std::int32_t layer) const;
    /// Taken by scores; 0: none are kept.
    [[nodiscard]] std::int64_t scoreBytes() const noexcept;
    /// None: not captured, or no longer kept.
    [[nodiscard]] std::optional<AttentionRows> rows(std::int64_t step, std::int32_t layer) const;
    /// Taken by attention rows in the temporary folder, or in the files they are read from; 0: none are kept.
    [[nodiscard]] std::int64_t wideBytes() const noexcept;
    /// Grows when rows of published steps arrive late (RowSource): what was missing may be asked for again.
    [[nodiscard]] std::int64_t rowArrivals() const noexcept;

    /// Steps at which something was evicted, ascending, unique (for prune events).
    [[nodiscard]] std::vector<std::int32_t> pruneSteps() const;
    /// For each token 0 ... step: the step at which (layer, unit) dropped it, or -1 while it is held at the end of
    /// `step`. unit -1 = the layer: the last unit's drop counts (held while any unit holds it). Tokens that come later
    /// are absent. Cost: one comparison per token (and unit), whatever the number of records.
    [[nodiscard]] std::vector<std::int32_t> evictedAt(std::int64_t step, std::int32_t layer, std::int32_t unit) const;

 private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

}  // namespace kvw
