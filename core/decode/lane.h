// SPDX-License-Identifier: Apache-2.0
/// One lane of a run: its attention with cache and policy, its logits, and the trace it writes.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/decode/cached_attention.h"
#include "core/decode/decoder.h"
#include "core/decode/pass_logits.h"
#include "core/decode/pass_rows.h"
#include "core/decode/row_metrics.h"
#include "core/decode/run_spec.h"
#include "core/trace/recording.h"
#include "kernels/elementwise.h"

namespace kvw {

/// Of the trace that a lane with this attention writes.
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
    };
    explicit Lane(Setup setup);
    /// Continues in another recording (fork), as its lane `index`; null: in none, as a state to fork from.
    [[nodiscard]] Result<std::unique_ptr<Lane>> fork(std::shared_ptr<Recording> recording, std::int32_t index) const;
    [[nodiscard]] std::int32_t index() const noexcept { return m_setup.index; }

    /// The lane that goes on with this one's logits in the same recording under another policy, whose attention takes
    /// the cache over; this one is of no use afterwards. Its first token passes as the last chunk of a streaming
    /// prefill.
    [[nodiscard]] Result<std::unique_ptr<Lane>> takenOver(std::unique_ptr<CachedAttention> next) const;

    /// The next token is the first under this lane's policy: it is decoded alone, by decodeTakingOver.
    [[nodiscard]] bool takesOver() const noexcept { return m_takesOver; }
    /// It took over between two chunks of a prompt: the next one passes as it would have.
    void goOnWithPrompt() noexcept { m_takesOver = false; }
    Result<void> decodeTakingOver(std::int32_t id, std::int64_t index, const Lane* full);

    /// Hands on the cache before token `step` is decoded; what leaves is recorded with that step.
    Result<void> hand(const RunChange& change, std::int64_t step);

    /// Passes ids first ... through all layers as one prefill pass. `full` is the full lane after the same pass, or
    /// null for the full lane itself and without one. Where it has read the prompt in other passes, `fullHidden` is
    /// what it made of it, [tokens of the prompt, hidden]. Where attention() is stopped the pass ends as Cancelled:
    /// within a layer with nothing of it in the trace, behind the layers with some of its tokens.
    Result<void> prefill(std::span<const std::int32_t> ids, std::int64_t first, bool last, const Lane* full,
                         const float* fullHidden = nullptr);
    /// Of the last such pass: what the decoder's `logits` take, [tokens, hidden].
    [[nodiscard]] std::span<const float> hidden() const noexcept { return m_x; }
    /// What all layers hold once `layer` has seen the prompt, for those who watch. Any time before its steps are added.
    void addPromptStage(std::int32_t layer);
    /// The same in parts, for lanes that share the layers (SharedPrefill): before them, behind them, the logits block
    /// by block, the end. `ms` is what of the work between is this lane's time. `sameAsFull`: the lanes' logits are
    /// equal by construction (layer-major prefill: eviction comes after a layer has seen the whole prompt).
    /// `alike`: a lane before this one with as many units, which sees the same rows; they are measured once.
    Result<void> beginPrefill(std::int64_t first, std::int64_t count, bool last, const Lane* full,
                              const Lane* alike = nullptr);
    Result<void> endLayers(std::span<const std::int32_t> ids, double ms);
    struct PassBlock {
        std::span<const std::int32_t> ids;   ///< of the block
        std::int64_t begin = 0;              ///< of its first token in the pass
        const PassLogits* logits = nullptr;  ///< of its tokens
        const PassLogits* full = nullptr;    ///< likewise of the full lane; null: there is none, or `sameAsFull`
        bool fullElsewhere = false;          ///< it has read the prompt in other passes
    };
    /// One step of the trace per token.
    Result<void> addPrefillSteps(const PassBlock& block, const Lane* full, bool sameAsFull, double ms);
    void endPrefill(const Lane* full);
    /// Milliseconds of the pass that are this lane's.
    [[nodiscard]] double passMs() const noexcept { return m_pass.ms; }
    /// Decodes one token of the text: begins, lets the model pass over it, ends. True: the model is wanted
    /// (LaneBatch::step, for all lanes at once); false: what is held was encoded afresh, which takes as long as a
    /// prefill and is Cancelled as one.
    Result<bool> beginDecode(std::int32_t id, std::int64_t index);
    /// What the model made of the token, and the milliseconds of it that are this lane's.
    void takeLogits(std::span<const float> logits, double ms);
    /// Metrics, the policy, the step of the trace. `full`: as for `prefill`; it has ended this step.
    Result<void> endDecode(const Lane* full);

    /// Logits after the newest token, [vocabulary].
    [[nodiscard]] std::span<const float> logits() const { return m_logits; }
    [[nodiscard]] CachedAttention& attention() noexcept { return *m_attention; }
    [[nodiscard]] const CachedAttention& attention() const noexcept { return *m_attention; }
    [[nodiscard]] const Decoder& decoder() const noexcept { return *m_setup.decoder; }
    [[nodiscard]] const std::shared_ptr<const Decoder>& sharedDecoder() const noexcept { return m_setup.decoder; }
    [[nodiscard]] ThreadPool& pool() const noexcept { return *m_setup.pool; }
    /// NLL of the token that was processed last, under what this lane knew before it.
    [[nodiscard]] double lastNll() const noexcept { return m_lastNll; }
    [[nodiscard]] bool failed() const noexcept { return m_failed; }
    /// Ends the lane alone: what was recorded is kept, the sentence becomes a problem of the recording.
    void fail(const Error& error, std::int64_t step);
    /// A warning of the recording; a sentence that was said before is not repeated.
    void warnOnce(const std::string& sentence, std::int64_t step);
    /// Says so if the policy has a budget that the whole run never reached.
    void warnIfNothingWasEvicted();
    void publish();
    [[nodiscard]] std::string textOf(std::int32_t id) const { return m_setup.tokenText(id); }  ///< raw bytes
    /// A mark on the time axis, of a step that is not published yet.
    void addEvent(TraceEvent event) { trace().addEvent(std::move(event)); }
    /// Lane and step as a sentence names them.
    [[nodiscard]] std::string whereOf(std::int64_t step) const;
    /// Live-tunable parameters, from the next step on.
    Result<void> setParameters(const ResolvedPolicy& policy);
    /// How much of the attention is recorded, from token `step` on, which comes next: an event of the trace.
    void setCapture(Capture capture, std::int64_t step);

 private:
    /// Another lane at the same place of the text: prediction, warnings, hands.
    [[nodiscard]] std::unique_ptr<Lane> likeThis(std::shared_ptr<Recording> recording,
                                                 std::unique_ptr<CachedAttention> attention) const;
    /// The model over everything that is held, as a text of its own; logits after its last token.
    Result<void> encodeAfresh(std::vector<float>& logits);
    [[nodiscard]] StepRecord prefillStep(const PassBlock& block, std::int64_t r, const Lane* full, bool sameAsFull,
                                         double ms) const;
    [[nodiscard]] std::span<LayerRecord> prefillLayers(std::int64_t index);
    void keepOrWarn(const Result<void>& rows, std::int64_t step);
    void warn(const std::string& sentence, std::int64_t step);
    void reportWarnings(std::int64_t step);
    void reportNotes();
    void recordCuts(std::int64_t step);
    void recordCalls(std::int64_t step);
    void recordCallsOf(CachedAttention& attention) const;
    void recordScores(std::int64_t step, ScoredLayer layer);
    void fillHeld(std::span<LayerRecord> records) const;
    Result<void> addRows(std::int64_t step);
    [[nodiscard]] static double nllOf(const float* logits, const LogitStatistics& statistics, std::int32_t id);
    /// `full`: what prefill or decode was given. True for lane 0 of policy full.
    [[nodiscard]] bool isFull(const Lane* full) const;
    /// Other lanes look at this lane's logits and rows of every token of a pass: the full lane of a streaming
    /// comparison (layer-major prefill is the same in all lanes until it ends).
    [[nodiscard]] bool sharesPass(const Lane* full) const;
    [[nodiscard]] Trace& trace() { return m_setup.recording->writer(m_setup.index); }
    [[nodiscard]] std::int64_t bytesFull(std::int64_t tokens) const;

    Setup m_setup;
    std::unique_ptr<CachedAttention> m_attention;
    RowMetrics m_metrics;
    PassRows m_passRows;
    DecoderScratch m_scratch;
    std::vector<float> m_x, m_logits;
    std::vector<std::int32_t> m_ids;  ///< where tokens are encoded afresh: the text so far
    std::vector<float> m_afreshX, m_afreshLogits;
    std::vector<float> m_beforePass;  ///< logits before the pass, for its first token
    std::vector<LayerRecord> m_records;
    /// The prefill pass.
    struct {
        std::int64_t first = 0, count = 0;
        bool last = false;
        const Lane* alike = nullptr;
        std::vector<std::int64_t> heldBefore;  ///< per layer and unit
        std::int64_t heldStoredBefore = 0;     ///< over layers and stored heads
        std::int64_t liveBefore = 0;           ///< bytes
        std::int64_t newestPhase = 0;
        double ms = 0;
        /// Logits of the token before the block and of the full lane there, and what is known of them; behind the pass
        /// those of its last token.
        std::vector<float> previous, fullPrevious;
        LogitStatistics previousStatistics;
    } m_pass;
    double m_lastNll = kMissing;
    /// The token being decoded, cache rows that are held with it, and the time spent on it so far.
    struct {
        std::int32_t id = 0;
        std::int64_t index = 0, exposed = 0;
        double ms = 0;
        bool afresh = false;  ///< no pass over the token alone
    } m_decoding;
    bool m_failed = false;
    bool m_touched = false;       ///< hands were laid on its cache: it is no full cache any more
    bool m_takesOver = false;     ///< the next token is the first under this lane's policy
    std::vector<Cut> m_byHand;    ///< before the next token
    std::int64_t m_handHeld = 0;  ///< tokens that left less those that came back, over layers and stored heads
    std::vector<std::string> m_warned;
    std::vector<std::string> m_ownNotes;  ///< beside those of the policy
    bool m_notesDue = false;  ///< a parameter changed: what the policy derives from it is told after the next step
};

}  // namespace kvw
