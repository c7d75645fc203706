// SPDX-License-Identifier: Apache-2.0
/// One lane of a run: its attention with cache and policy, its logits, and the trace it writes.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/base/phrase.h"
#include "core/engine/attention/cached_attention.h"
#include "core/engine/lane/logit_row.h"
#include "core/engine/lane/pass_logits.h"
#include "core/engine/lane/pass_rows.h"
#include "core/engine/lane/row_metrics.h"
#include "core/engine/lane/row_window.h"
#include "core/model/families/decoder/decoder.h"
#include "core/session/spec/run_spec.h"
#include "core/trace/recording.h"

namespace kvw {

class LaneReplica;

/// Returns the shape of the trace that a lane with this attention writes.
[[nodiscard]] TraceShape traceShapeOf(const CachedAttention& attention);

/// Thread: inference thread.
class Lane final {
 public:
    struct Setup {
        std::shared_ptr<const Decoder> decoder;
        std::shared_ptr<Recording> recording;
        std::int32_t index = 0;
        std::unique_ptr<CachedAttention> attention;
        Capture capture = Capture::Stats;
        std::function<std::string(std::int32_t)> tokenText;  ///< raw bytes of a token id
        ThreadPool* pool = nullptr;
        bool poolsMaps = false;  ///< capture maps pools rows
    };
    explicit Lane(Setup setup);
    /// Returns a copy that continues in another recording, as its lane `index`; null: in none, as a state to fork from.
    [[nodiscard]] Result<std::unique_ptr<Lane>> fork(std::shared_ptr<Recording> recording, std::int32_t index) const;
    /// Moves the cache and the rows of the variance to temporary files, if there is room. A lane that was moved is only
    /// forked.
    void leaveMemory();
    [[nodiscard]] std::int32_t index() const noexcept { return m_setup.index; }

    /// Returns the lane that continues this one in the same recording under another policy: `next` takes the cache
    /// over, the logits are copied. This lane must not be used afterwards. The first token of the new one passes as the
    /// last chunk of a streaming prefill.
    [[nodiscard]] Result<std::unique_ptr<Lane>> makeSuccessor(std::unique_ptr<CachedAttention> next) const;

    /// Returns true if the next token is the first under this lane's policy: decodeTakingOver decodes it alone.
    [[nodiscard]] bool takesOver() const noexcept { return m_takesOver; }
    /// Called if the lane took over between two chunks of a prompt: the next chunk passes as usual.
    void goOnWithPrompt() noexcept { m_takesOver = false; }
    Result<void> decodeTakingOver(std::int32_t id, std::int64_t index, const Lane* full, PromptRunner& model);

    /// Changes the cache by hand before token `step` is decoded; what is evicted is recorded with that step.
    Result<void> applyManualEdit(const RunChange& change, std::int64_t step);

    /// Passes ids, the tokens from `first` on, through all layers of `model` as one prefill pass. `full` is the full
    /// lane after the same pass; null: this is the full lane, or there is none. If the full lane has read the prompt in
    /// other passes, `fullHidden` are its hidden states, [tokens of the prompt, hidden]. If attention() is stopped, the
    /// pass fails as Cancelled: within a layer with nothing of it in the trace, after the layers with some of its
    /// tokens.
    Result<void> prefill(std::span<const std::int32_t> ids, std::int64_t first, bool last, const Lane* full,
                         PromptRunner& model, std::span<const float> fullHidden = {});
    /// Hidden states of the last such pass, the input of the decoder's `logits`, [tokens, hidden].
    [[nodiscard]] std::span<const float> hidden() const noexcept { return m_layers.rows(); }
    /// Adds to the trace what all layers hold once `layer` has seen the prompt, for live views. Called before the
    /// prompt's steps are added.
    void addPrefillStage(std::int32_t layer);
    /// The parts of `prefill`, for lanes that share the layers (SharedPrefill): before them, after them, the logits
    /// block by block, the end. `ms` is this lane's share of the time between. `sameAsFull`: the lanes' logits are
    /// equal by construction (layer-major prefill: eviction comes after a layer has seen the whole prompt). `alike`: a
    /// lane before this one with as many units, which sees the same rows, so that they are measured once.
    Result<void> beginPrefill(std::int64_t first, std::int64_t count, bool last, const Lane* full,
                              const Lane* alike = nullptr);
    Result<void> endLayers(std::span<const std::int32_t> ids, double ms);
    struct PassBlock {
        std::span<const std::int32_t> ids;   ///< token ids of the block
        std::int64_t begin = 0;              ///< index of its first token in the pass
        const PassLogits* logits = nullptr;  ///< logits of its tokens
        const PassLogits* full = nullptr;    ///< those of the full lane; null: there is none, or `sameAsFull`
        bool fullElsewhere = false;          ///< the full lane has read the prompt in other passes
    };
    /// Adds one step to the trace per token.
    Result<void> addPrefillSteps(const PassBlock& block, const Lane* full, bool sameAsFull, double ms);
    void endPrefill(const Lane* full);
    /// Milliseconds of the pass that are this lane's.
    [[nodiscard]] double passMs() const noexcept { return m_pass.ms; }
    /// Begins to decode one token of the text: scores it under the logits before it. The model passes over it, then
    /// `endDecode` ends it. `full`: as for `prefill`; it has not ended this step. Returns true if the model is needed
    /// (StepRunner::step, for all lanes at once); false if the held tokens were encoded afresh, which takes as long as
    /// a prefill and can be cancelled as one.
    Result<bool> beginDecode(std::int32_t id, std::int64_t index, const Lane* full);
    /// Copies the logits after the token, and adds this lane's share of the milliseconds of the model.
    void copyLogits(std::span<const float> logits, double ms);
    /// Does the same with logits that stay where they are.
    void placeLogits(PlacedLogits logits, double ms);
    /// Measures and keeps the rows of one layer of the step beside the jobs of the pool, once this lane and `full` have
    /// seen it (ThreadPool::addBeside). `full`: as for `beginDecode`, but null if it has failed.
    void measureLayer(std::int32_t layer, const Lane* full);
    /// Returns the milliseconds of a thread that `measureLayer` took in this step, over the threads of the pool: what
    /// the step would be shorter without, if memory were as fast as arithmetic. Called after ThreadPool::finishBeside.
    [[nodiscard]] double measureMs() const;
    /// Leaves what RowMetrics::take takes, in place of the rows.
    void placeSums(std::span<const PartSums> sums) { m_sums.assign(sums.begin(), sums.end()); }
    /// Computes metrics, asks the policy and adds the step to the trace. `full`: as for `prefill`; it has ended this
    /// step.
    Result<void> endDecode(const Lane* full);

    /// Logits after the newest token, [vocabulary]. Errors: those of a backend that has them.
    [[nodiscard]] Result<std::span<const float>> logits() const;
    [[nodiscard]] const LogitStatistics& logitStatistics() const { return m_logits.statistics(); }
    [[nodiscard]] CachedAttention& attention() noexcept { return *m_attention; }
    [[nodiscard]] const CachedAttention& attention() const noexcept { return *m_attention; }
    /// Memory that the backend of the run has of this lane; null: none. Forks and successors begin without.
    [[nodiscard]] std::shared_ptr<LaneReplica>& replica() noexcept { return m_replica; }
    /// Takes what it has of this lane, and gives its memory back; the lane may be stepped again.
    Result<void> leaveBackend();
    /// Hands out the rows that a replica of it had, or of the lane that it is a fork of; null: there are none.
    [[nodiscard]] std::shared_ptr<RowWindow> takeWindow() noexcept { return std::exchange(m_window, nullptr); }
    /// Returns true for lane 0 of policy full, unless its cache was changed by hand. `full`: as given to prefill or
    /// endDecode.
    [[nodiscard]] bool isFull(const Lane* full) const;
    [[nodiscard]] const Decoder& decoder() const noexcept { return *m_setup.decoder; }
    [[nodiscard]] const std::shared_ptr<const Decoder>& sharedDecoder() const noexcept { return m_setup.decoder; }
    [[nodiscard]] ThreadPool& pool() const noexcept { return *m_setup.pool; }
    /// NLL of the last processed token, under what this lane knew before it.
    [[nodiscard]] double lastNll() const noexcept { return m_lastNll; }
    [[nodiscard]] Capture capture() const noexcept { return m_setup.capture; }
    [[nodiscard]] bool failed() const noexcept { return m_failed; }
    /// Ends the lane alone: what was recorded is kept, the sentence becomes a problem of the recording.
    void fail(const Error& error, std::int64_t step);
    /// Adds a warning to the recording; the same one is not repeated.
    void warnOnce(const Finding& warning, std::int64_t step);
    /// Adds a note to those of the policy, with the next step; the same one is not repeated.
    void noteOnce(const Finding& note);
    /// Warns if the policy has a budget that the whole run never reached.
    void warnIfNothingWasEvicted();
    /// Warns of the tokens whose rows the limit of rows dropped, at the end of the run.
    void warnOfDroppedRows();
    void publish();
    [[nodiscard]] std::string textOf(std::int32_t id) const { return m_setup.tokenText(id); }  ///< raw bytes
    /// Adds a mark on the time axis, of a step that is not published yet.
    void addEvent(TraceEvent event) { trace().addEvent(std::move(event)); }
    /// Returns policy and step, as error sentences name them.
    [[nodiscard]] Phrase whereOf(std::int64_t step) const;
    /// Returns the same for work that this lane and others do together, `lanes` in all.
    [[nodiscard]] Phrase whereOf(std::int64_t step, std::size_t lanes) const;
    /// Sets live parameters, from the next step on.
    Result<void> setParameters(const ResolvedPolicy& policy);
    /// Sets how much of the attention is recorded from token `step`, the next one, on; adds an event to the trace.
    void setCapture(Capture capture, std::int64_t step);

 private:
    /// Returns another lane at the same place of the text, with this one's logits, warnings and changes by hand.
    [[nodiscard]] std::unique_ptr<Lane> copyState(std::shared_ptr<Recording> recording,
                                                  std::unique_ptr<CachedAttention> attention) const;
    /// Runs the model over all held tokens as a text of its own; `logits` are those after its last token.
    Result<void> encodeAfresh(LogitRow& logits);
    /// Keeps the logits before a pass, if other lanes may compare its first token with them.
    void keepLogitsBefore();
    [[nodiscard]] StepRecord prefillStep(const PassBlock& block, std::int64_t r, const Lane* full, bool sameAsFull,
                                         double ms) const;
    [[nodiscard]] std::span<LayerRecord> prefillLayers(std::int64_t index);
    void keepOrWarn(const Result<void>& rows, std::int64_t step);
    void warn(const Finding& warning, std::int64_t step);
    void reportWarnings(std::int64_t step);
    void reportNotes();
    void recordCuts(std::int64_t step);
    void recordCalls(std::int64_t step);
    void recordCallsOf(CachedAttention& attention) const;
    void recordScores(std::int64_t step, ScoredLayer layer);
    void fillHeld(std::span<LayerRecord> records) const;
    Result<void> addRows(std::int64_t step);
    /// Returns true if other lanes need this lane's logits and rows of every token of a pass: it is the full lane of a
    /// streaming comparison (a layer-major prefill is the same in all lanes until it ends).
    [[nodiscard]] bool sharesPass(const Lane* full) const;
    void takeRowsOfPass();
    [[nodiscard]] Trace& trace() { return m_setup.recording->writer(m_setup.index); }
    [[nodiscard]] std::int64_t bytesFull(std::int64_t tokens) const;

    Setup m_setup;
    std::unique_ptr<CachedAttention> m_attention;
    std::shared_ptr<LaneReplica> m_replica;
    std::shared_ptr<RowWindow> m_window;  ///< while it has no replica
    RowMetrics m_metrics;
    PassRows m_passRows;
    DecoderPass m_layers;  ///< of prefill passes
    LogitRow m_logits;
    std::vector<std::int32_t> m_ids;  ///< the text so far, if tokens are encoded afresh
    DecoderPass m_afresh;             ///< of passes that stand for a decode step
    LogitRow m_afreshLogits;
    LogitRow m_beforePass;  ///< logits before the pass, of lane 0 only
    std::vector<LayerRecord> m_records;
    std::vector<PartSums> m_sums;  ///< of the step; empty: its rows are measured here
    /// The current prefill pass.
    struct {
        std::int64_t first = 0, count = 0;
        bool last = false;
        const Lane* alike = nullptr;
        bool rowsDue = false;                  ///< its steps have rows that the trace does not have yet
        std::vector<std::int64_t> heldBefore;  ///< per layer and unit
        std::int64_t heldStoredBefore = 0;     ///< over layers and stored heads
        std::int64_t liveBefore = 0;           ///< bytes
        std::int64_t newestPhase = 0;
        double ms = 0;
        /// Logits of the token before the block, here and in the full lane; after the pass those of its last token.
        LogitRow previous, fullPrevious;
    } m_pass;
    double m_lastNll = kMissing;
    /// The token being decoded, the cache rows held including it, and the time spent on it so far.
    struct {
        std::int32_t id = 0;
        std::int64_t index = 0, exposed = 0;
        double nll = kMissing, kl = kMissing;  ///< under the logits before it
        double ms = 0;
        bool afresh = false;            ///< the held tokens were encoded afresh instead
        Result<void> rows;              ///< result of keeping the rows
        std::vector<double> measureMs;  ///< of a thread, per layer, then for keeping the rows
    } m_decoding;
    bool m_failed = false;
    bool m_touched = false;                ///< its cache was changed by hand: it is no full cache any more
    bool m_takesOver = false;              ///< the next token is the first under this lane's policy
    std::vector<EvictionRecord> m_byHand;  ///< made by hand before the next token
    std::int64_t m_evictedByHand = 0;      ///< tokens evicted by hand, over layers and stored heads
    std::vector<Finding> m_warned;
    std::vector<Finding> m_ownNotes;  ///< beside those of the policy
    bool m_notesDue = false;          ///< a parameter changed: the policy's new notes are reported after the next step
};

}  // namespace kvw
