// SPDX-License-Identifier: Apache-2.0
/// Record of one lane: columnar, append-only, one writer, many readers. Every view and every export reads this and
/// nothing else.
///
/// Threads: exactly one writer. Readers on any thread see every step below `steps()` completely and unchanging;
/// publishing is one release store per step, and no lock is held while a step is produced. References and spans given
/// to readers stay valid as long as the Trace (rows: as long as the AttentionRows). An index at or above the published
/// count is an error of the caller (asserted). Attention rows and long columns are in mapped, unlinked temporary files,
/// so the system can page them out. If memory runs out, a call throws std::bad_alloc; what was published stays.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <ranges>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/session/spec/map_pooling.h"
#include "core/trace/eviction_record.h"

namespace kvw {

inline constexpr double kMissing = std::numeric_limits<double>::quiet_NaN();
inline constexpr float kMissingF = std::numeric_limits<float>::quiet_NaN();

enum class Phase : std::uint8_t { Prefill, Decode };

/// Record of one token of the text; `step` is its index. NaN: undefined.
struct StepRecord {
    std::int32_t step = 0;
    std::int32_t position = 0;  ///< RoPE phase of the token's query
    std::int32_t tokenId = 0;
    Phase phase = Phase::Prefill;
    double nll = kMissing;          ///< nats, of this token given all before it
    double nllFull = kMissing;      ///< NLL in the full lane; lane 0: its own
    double kl = kMissing;           ///< KL to the full lane, of the distribution that predicted this token
    double entropyNext = kMissing;  ///< nats, of the next-token distribution after this token
    std::int64_t heldTotal = 0;     ///< tokens over layers and stored heads, after this step's eviction
    std::int64_t evictedNow = 0;    ///< tokens freed by this step, over layers and stored heads
    std::int64_t bytesLive = 0, bytesAllocated = 0, bytesFull = 0;
    /// Bytes of K, V and page bounds that attention read in this step, if a reader selected pages; -1: everything held
    /// was read.
    std::int64_t bytesRead = -1;
    /// Relative root mean square error of all keys and values read as codes so far (core/cache/coding_error.h); NaN:
    /// none, not recorded, or a prompt token other than the last.
    float keyError = kMissingF, valueError = kMissingF;
    /// Parts of the step's time in ms; they sum to it. NaN: parts are not known (a bundle has only the sum, which is
    /// then in `decodeMs`).
    float decodeMs = 0, captureMs = 0, policyMs = 0, evictMs = 0;
    [[nodiscard]] bool partsKnown() const noexcept { return !std::isnan(captureMs); }
    [[nodiscard]] float ms() const noexcept {
        return partsKnown() ? decodeMs + captureMs + policyMs + evictMs : decodeMs;
    }
};

/// Record of one layer (part -1) or one part of it (TraceShape::parts), at one step. NaN: undefined or not captured.
struct LayerRecord {
    float held = 0;  ///< tokens after the step's eviction (layer: mean over stored heads)
    float budget = kMissingF;
    float gini = kMissingF, entropy = kMissingF, variance = kMissingF, retainedMass = kMissingF;
    /// Slots allocated after the step, free ones included (layer: mean over stored heads). NaN also for prompt tokens
    /// before the last of their pass, whose buffers change within it, and in bundles of older versions.
    float capacity = kMissingF;
};

/// Bytes of the lane's K and V buffers while a prefill pass went through one layer: a curve over the layers.
struct PassMemory {
    std::int32_t step = 0;            ///< the pass's last token
    std::int32_t layer = 0;           ///< the layer just done
    std::int64_t bytesLive = 0;       ///< held tokens of all layers, after this layer's eviction
    std::int64_t bytesAllocated = 0;  ///< allocated buffers of all layers
    std::int64_t bytesPeak = 0;       ///< largest size of buffers while the layer was processed
};

/// Softmax rows of one step and layer. Heads of one unit share their list of tokens.
struct AttentionRows {
    std::int32_t step = 0;
    std::int32_t layer = 0;
    struct Head {
        std::span<const std::int32_t> tokens;  ///< ascending token indices
        std::span<const float> probs;
    };
    std::vector<Head> heads;             ///< [query_heads]
    std::shared_ptr<const void> memory;  ///< owns what the spans point into
};

/// Change of a live-tunable parameter, or another mark on the time axis.
struct TraceEvent {
    std::int32_t step = 0;
    std::string kind;  ///< "parameter", "policy", "hand", "protection", "capture", "next" or kProblemEvent
    std::string text;
};
/// Kind of the event with the sentence that a lane ended with; its step need not be recorded.
inline constexpr const char* kProblemEvent = "problem";

/// Prefix of CallRecord::given for `begin` of a policy; for a reader or codec it is their name instead.
inline constexpr const char* kAskedFor = "asked for ";

/// Call of the SDK to the lane's policy, or to its reader ("pages") or codec ("encode"). Tokens and budgets are sums
/// over the layers and units that the call is about.
struct CallRecord {
    std::int32_t step = -1;   ///< the pass's last token; -1: before the first
    std::int32_t layer = -1;  ///< -1: all
    std::string name;         ///< function of the SDK
    /// Input beside the token table: "1 row, keys"; for `begin` and `set` of a reader or codec its name; for `begin` of
    /// a policy what it asked for, after kAskedFor (older runs: empty); for `encode` the number of groups; for a `step`
    /// that was not called, because a device followed the policy's rule, that it was not.
    std::string given;
    std::int64_t slots = 0;            ///< slots of the token table
    std::int64_t held = 0, after = 0;  ///< tokens before and after its edits
    std::int64_t budgetBefore = -1;    ///< budget reported before the call; -1: none
    std::int64_t budget = -1;          ///< budget reported after the call; -1: none
    std::int32_t edits = 0;            ///< number of edits in the answer
    std::int64_t evicted = 0;          ///< tokens evicted, in any layer; if refused: tokens it wanted evicted
    std::string reason;
    Phrase violation;  ///< sentence with which the engine refused the answer; empty: it did not
    float us = 0;      ///< microseconds inside the call
};

struct TraceShape {
    std::int32_t layers = 0, queryHeads = 0, kvHeads = 0, headDim = 0;
    std::int32_t units = 1;  ///< keep-sets per layer: 1, kvHeads or queryHeads
    [[nodiscard]] std::int32_t unitOf(std::int32_t queryHead) const noexcept { return queryHead * units / queryHeads; }
    /// Returns the number of heads with records of their own: the units, or the KV heads if all of a layer share one
    /// keep-set.
    [[nodiscard]] std::int32_t parts() const noexcept { return units == 1 ? kvHeads : units; }
    [[nodiscard]] std::int32_t partOf(std::int32_t queryHead) const noexcept {
        return queryHead * parts() / queryHeads;
    }
    [[nodiscard]] std::int32_t unitOfPart(std::int32_t part) const noexcept { return part * units / parts(); }
    friend bool operator==(const TraceShape&, const TraceShape&) = default;
};

class RowSource;
class PooledMaps;

class Trace {
 public:
    struct Options {
        bool keepRows = false;      ///< record attention rows; false: `addRows` does nothing
        std::int64_t rowBytes = 0;  ///< bytes of rows above which the oldest are dropped; 0: no limit
        /// If on, `addRows` keeps no rows but pools them (core/trace/pooled_maps.h).
        MapPooling pooling = {};
        std::int64_t expectedSteps = 0;  ///< tokens that the lane will have, for the size of pooled cells; 0: not known
    };
    Trace(TraceShape shape, Options options);
    ~Trace();
    Trace(const Trace&) = delete;
    Trace& operator=(const Trace&) = delete;

    [[nodiscard]] const TraceShape& shape() const noexcept;

    // Writer. All data added for a step before `publish` becomes visible at once.
    /// Adds a step. `layers` [layers * (parts + 1)]: per layer the layer's own record, then one per part. Errors: a
    /// step that is not the next one, or another number of layer records (Internal); then nothing was added.
    Result<void> addStep(const StepRecord& step, std::string_view tokenText, std::span<const LayerRecord> layers);
    /// Adds an eviction of a step that is not published yet; `publish` sorts the records of one batch by step and keeps
    /// their order otherwise. A (layer, unit) evicts a token once, and once more each time it was put back by hand (an
    /// event of kind "hand"): the first record since then counts. Tokens outside 0 ... step are kept in the record and
    /// ignored by `evictedAt`.
    void addEviction(EvictionRecord eviction);
    /// Adds rows of a step that is not published yet, before or after its `addStep`; unitTokens [units][n], ascending;
    /// headProbs [query_heads][n], in the order of the tokens of the head's unit. Errors: wrong shape (Internal); no
    /// room for the temporary file (Io): reported once, from then on rows are not kept, calls do nothing and the run
    /// can continue.
    Result<void> addRows(std::int32_t step, std::int32_t layer, std::span<const std::vector<std::int32_t>> unitTokens,
                         std::span<const std::vector<float>> headProbs);
    /// Does the same for rows that lie anywhere.
    Result<void> addRowSpans(std::int32_t step, std::int32_t layer,
                             std::span<const std::vector<std::int32_t>> unitTokens,
                             std::span<const std::span<const float>> headProbs);
    /// Returns true if `addRows` does something with the rows of that layer.
    [[nodiscard]] bool wantsRows(std::int32_t layer) const noexcept;
    /// Returns the pooled maps to write to; null: rows are kept whole. Writer only.
    [[nodiscard]] PooledMaps* poolingMaps() noexcept;
    /// Takes the rows of steps 0 ... steps - 1 from `other`, which this thread wrote, without a copy. Returns false,
    /// and takes none, if the shapes differ, rows were added here before, or one of the two keeps no rows or pools
    /// them.
    [[nodiscard]] bool shareRows(const Trace& other, std::int64_t steps);
    /// Makes `addRows` keep rows from here on, and removes the limit on scores.
    void keepRows() noexcept;
    /// Returns Options::rowBytes.
    [[nodiscard]] std::int64_t rowLimit() const noexcept;
    /// Returns true if the oldest rows were dropped.
    [[nodiscard]] bool dropsRows() const noexcept;
    /// Sets the source (an opened bundle) of rows that were not added. Call it before the trace is shared.
    void readRowsFrom(std::shared_ptr<const RowSource> source);
    /// Does the same for scores.
    void readScoresFrom(std::shared_ptr<const RowSource> source);
    void addEvent(TraceEvent event);
    void addPassMemory(const PassMemory& memory);
    /// Records that `layer` of the prompt is done, with the tokens that all layers hold now: [layers], mean over stored
    /// heads; 0: not reached yet. For live views of a layer-major prefill: bundles and forks do not contain it.
    void addPrefillStage(std::int32_t layer, std::span<const float> held);
    void addCall(const CallRecord& call);
    /// Adds the scores that a policy compared in a layer at a step that is not published yet, per unit: scores
    /// [units][n] of `tokens` [units][n], ascending; a unit where nothing was compared has none. Protected tokens are
    /// absent. A later call for the same layer and step replaces an earlier one. Errors: as `addRows`.
    Result<void> addScores(std::int32_t step, std::int32_t layer, std::span<const std::vector<std::int32_t>> tokens,
                           std::span<const std::vector<float>> scores);
    /// Returns the record of a step that was added but not published, to complete it (in lock-step lanes, nll and kl of
    /// a token become known after its step was added); null: no such step. A published step must not be changed.
    [[nodiscard]] StepRecord* pending(std::int64_t step) noexcept;
    void publish();
    /// Returns a trace that starts as a copy of the published steps 0 ... `steps` - 1; rows are shared, not copied.
    /// Thread: any.
    [[nodiscard]] std::unique_ptr<Trace> fork(std::int64_t steps = std::numeric_limits<std::int64_t>::max()) const;

    // Readers.
    /// Returns the number of published steps; it only grows.
    [[nodiscard]] std::int64_t steps() const noexcept;
    [[nodiscard]] const StepRecord& step(std::int64_t index) const;
    [[nodiscard]] std::string_view tokenText(std::int64_t index) const;  ///< raw bytes of the token
    [[nodiscard]] const LayerRecord& layer(std::int64_t step, std::int32_t layer, std::int32_t part = -1) const;
    [[nodiscard]] std::int64_t evictions() const noexcept;            ///< count of published records, in order of step
    [[nodiscard]] EvictionRecord eviction(std::int64_t index) const;  ///< a copy
    [[nodiscard]] std::int32_t evictionStep(std::int64_t index) const;
    /// Returns the index of the first eviction record with step >= `step`.
    [[nodiscard]] std::int64_t evictionsFrom(std::int32_t step) const;
    [[nodiscard]] std::int64_t events() const noexcept;
    [[nodiscard]] const TraceEvent& event(std::int64_t index) const;
    /// Number of memory records of all prefill passes, layer after layer.
    [[nodiscard]] std::int64_t passMemories() const noexcept;
    [[nodiscard]] const PassMemory& passMemory(std::int64_t index) const;
    /// Number of prompt layers done so far.
    [[nodiscard]] std::int64_t prefillStages() const noexcept;
    [[nodiscard]] std::int32_t prefillStageLayer(std::int64_t index) const;
    [[nodiscard]] float prefillStageHeld(std::int64_t index, std::int32_t layer) const;
    /// Number of calls to the lane's policy, in order: steps ascend.
    [[nodiscard]] std::int64_t calls() const noexcept;
    [[nodiscard]] CallRecord call(std::int64_t index) const;  ///< a copy
    /// Returns the index of the first call with step >= `step`.
    [[nodiscard]] std::int64_t callsFrom(std::int32_t step) const;
    [[nodiscard]] bool callBroken(std::int64_t index) const;  ///< it has a violation
    [[nodiscard]] const std::string& callName(std::int64_t index) const;
    [[nodiscard]] float callUs(std::int64_t index) const;
    /// Returns the scores that the policy compared there, one "head" per unit; none: nothing was compared, or they are
    /// no longer kept.
    [[nodiscard]] std::optional<AttentionRows> scores(std::int64_t step, std::int32_t layer) const;
    /// Returns the bytes of scores; 0: none are kept.
    [[nodiscard]] std::int64_t scoreBytes() const noexcept;
    /// Returns the attention rows; none: not captured, or no longer kept.
    [[nodiscard]] std::optional<AttentionRows> rows(std::int64_t step, std::int32_t layer) const;
    /// Returns the bytes of attention rows, in the temporary folder or in the files they are read from; 0: none are
    /// kept.
    [[nodiscard]] std::int64_t rowBytesStored() const noexcept;
    /// Returns the part of rowBytesStored that no trace shares with this one by `shareRows`.
    [[nodiscard]] std::int64_t ownRowBytesStored() const noexcept;
    /// Returns a count that grows when rows of published steps arrive late (RowSource); a reader that found none may
    /// ask again.
    [[nodiscard]] std::int64_t rowArrivals() const noexcept;

    /// Returns the maps that were pooled in place of rows; null: rows were not pooled.
    [[nodiscard]] const PooledMaps* pooledMaps() const noexcept;

    /// Returns the steps that evicted something, ascending, unique (for prune events).
    [[nodiscard]] std::vector<std::int32_t> pruneSteps() const;
    /// Returns for each token 0 ... step the step at which (layer, unit) evicted it, or -1 if it is held at the end of
    /// `step`. unit -1 is the layer: the last unit's eviction counts (a token is held while any unit holds it). Cost:
    /// one comparison per token (and unit) and one pass over the events, whatever the number of eviction records.
    [[nodiscard]] std::vector<std::int32_t> evictedAt(std::int64_t step, std::int32_t layer, std::int32_t unit) const;

 private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

/// Returns the published events in order, for a range-based loop.
[[nodiscard]] inline auto eventsOf(const Trace& trace) {
    return std::views::iota(std::int64_t{0}, trace.events()) |
           std::views::transform([&trace](std::int64_t at) -> const TraceEvent& { return trace.event(at); });
}

}  // namespace kvw
