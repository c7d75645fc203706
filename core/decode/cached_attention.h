// SPDX-License-Identifier: Apache-2.0
/// One lane's attention: rotates, appends to the slot cache, attends, lets the policy observe and applies its edits.
/// Knows nothing of models, texts or traces, so conformance cases drive it with bare tensors.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <stop_token>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "core/cache/kv_cache.h"
#include "core/decode/attention_sink.h"
#include "core/decode/attention_window.h"
#include "core/decode/call_log.h"
#include "core/decode/kept_measures.h"
#include "core/decode/page_reader.h"
#include "core/decode/pool_workers.h"
#include "core/decode/rope_tables.h"
#include "core/decode/run_change.h"
#include "core/model/config.h"
#include "core/policy/host/created_policy.h"
#include "core/policy/host/edit_check.h"
#include "kernels/thread_pool.h"

namespace kvw {

class CodecEncoder;
class Decoder;

struct AttentionOptions {
    sdk::ModelShape shape;
    bool cacheRank = false;  ///< phases are ranks in the cache, else token indices
    /// With cacheRank: keys are stored rotated to their rank and turn back at every prune; else raw, rotated on read.
    bool rotatedRanks = false;
    bool layerMajor = true;
    std::int64_t promptTokens = 0;
    Dtype kvDtype = Dtype::F32;
    float softCap = 0;                  ///< of scores; 0: none
    std::vector<std::int64_t> windows;  ///< as ModelConfig::windows
    std::vector<float> sinks;           ///< as Decoder::sinks
    /// Of a cache that is taken over: a policy that asks for no observation decides within the keep-sets it finds.
    std::optional<sdk::Granularity> found;

    [[nodiscard]] std::int64_t window(std::int64_t layer) const {
        return windows.empty() ? 0 : windows[static_cast<std::size_t>(layer)];
    }
};

/// What of the options the model decides.
[[nodiscard]] AttentionOptions attentionOptions(const Decoder& model);
[[nodiscard]] sdk::ModelShape attentionShape(const ModelConfig& model);

/// What one prune took from one unit, in tokens.
struct Cut {
    std::int32_t layer = 0, unit = 0;
    std::vector<std::int32_t> tokens;  ///< ascending
    std::vector<float> scores;         ///< of `tokens`; empty if the policy compares nothing
    float lowestKept = 0;              ///< NaN: none
    std::string reason;
};

/// Bytes of K and V buffers around one layer of a prefill pass; see PassMemory of the trace.
struct LayerMemory {
    std::int64_t live = 0, allocated = 0, peak = 0;
};

/// Sees every softmax row of a prefill pass (decode rows stay readable in `rows`). Called on the inference thread.
class PrefillRows {
 public:
    virtual ~PrefillRows() = default;
    /// probs [query_heads, rows, count]; column i of query head h is token unitTokens[unit of h][i], ascending. Query r
    /// of the block is token firstToken + r and sees its own and every earlier column.
    virtual void prefillRows(std::int32_t layer, std::int64_t firstToken, std::int64_t rows, const float* probs,
                             std::int64_t count, std::span<const std::vector<std::int32_t>> unitTokens) = 0;
};

class CachedAttention final : public AttentionSink {
 public:
    /// `rope` may be null (no rotation) and is shared; `pool` outlives this. Refuses a policy that needs the whole
    /// prompt under streaming prefill, and keys of 16 bit that would be rotated more than once.
    [[nodiscard]] static Result<std::unique_ptr<CachedAttention>> make(const AttentionOptions& options,
                                                                       GuardedParts parts,
                                                                       std::shared_ptr<RopeTables> rope,
                                                                       ThreadPool& pool);
    /// A fork: cache copied, policy, reader and codec cloned.
    [[nodiscard]] Result<std::unique_ptr<CachedAttention>> fork() const;

    /// Whether this may take over what `from` holds. Refused, with a sentence: codecs, readers, what is encoded afresh,
    /// and keep-sets that are finer than this policy's.
    [[nodiscard]] Result<void> checkTakeOver(const CachedAttention& from) const;
    /// Begins with what `from` holds, in place of `begin`. The next pass is to be the last of a streaming prefill: the
    /// policy sees what it found behind it, and has observed nothing before.
    Result<void> takeOver(const CachedAttention& from);
    [[nodiscard]] sdk::Granularity granularity() const noexcept { return m_needs.granularity; }
    /// The model has learned sinks: rows sum to less than 1.
    [[nodiscard]] bool hasSinks() const noexcept { return !m_options.sinks.empty(); }

    /// Tells policy, reader and codec about the run.
    Result<void> begin();
    /// Live-tunable parameters of the policy or its reader, from the next pass on.
    Result<void> setParameters(const ResolvedPolicy& policy);

    /// A pass adds tokens first ... first + count - 1 to every layer.
    Result<void> beginPass(std::int64_t first, std::int64_t count, bool prefill, bool lastPrefill);
    Result<void> attend(std::int32_t layer, float* q, float* k, const float* v, float* out) override;
    /// One of several lanes that pass over the same prompt together (shared_prefill.h).
    struct Sharer;
    /// `attend` for all of them: the attention is computed once, the first that is left does so, and every lane stores
    /// the layer, observes and evicts as it would alone. A layer is stored as late as its policy allows, so that few
    /// are ever whole at a time. Fails where no lane is left, or as Sharer::run.
    static Result<void> attendTogether(std::span<Sharer> lanes, std::int32_t layer, float* q, float* k, const float* v,
                                       float* out);
    /// After the last layer. Prefill: the policy's last word on the pass, and compaction after the last one. Decode:
    /// nothing is evicted yet, so rows() and the token tables belong together until `decide`.
    Result<void> endPass();
    /// Decode: asks the policy and applies its edits.
    Result<void> decide();

    /// The policy wants what it holds encoded afresh after every eviction (reencode.cpp).
    [[nodiscard]] bool reencodes() const noexcept { return m_needs.reencode; }
    /// Such a policy decides before its token is computed. True: something was evicted, so the pass is `beginAfresh`,
    /// all layers, nothing else; false: a decode pass has begun and goes on as any other, but for `decide`.
    Result<bool> makeRoom(std::int64_t token);
    /// A pass over the tokens that are held, which are forgotten first. Neither policy nor listener sees it.
    Result<std::span<const std::int64_t>> beginAfresh();

    /// Hands on the cache (hands.cpp), between two passes; tokens ascending. Whether the kind can be done here at all.
    [[nodiscard]] Result<void> checkHands(RunChange::Kind kind) const;
    /// From every layer and head that holds them; pinned ones too. What was cut, for the trace.
    Result<std::vector<Cut>> evictByHand(std::span<const std::int32_t> tokens);
    /// Edits of the policy pass over pinned tokens: they stay beside its budget.
    void pin(std::span<const std::int32_t> tokens);
    void release(std::span<const std::int32_t> tokens);
    /// Keys and values of these tokens are kept from now on where they are evicted, for `putBack`.
    void wantAside(std::span<const std::int32_t> tokens);
    /// Where they were evicted, tokens come back with the keys and values they left with, and are pinned. How many,
    /// over layers and stored heads.
    Result<std::int64_t> putBack(std::span<const std::int32_t> tokens);

    /// Softmax rows of the last decode step: [layers, query_heads, rowStride()] by slot; 0 at free slots.
    [[nodiscard]] const float* row(std::int32_t layer, std::int32_t queryHead) const {
        return m_rows.data() +
               (static_cast<std::int64_t>(layer) * m_options.shape.queryHeads + queryHead) * m_rowStride;
    }
    [[nodiscard]] std::int64_t rowStride() const noexcept { return m_rowStride; }
    /// Cuts since beginPass, in the order they were made.
    [[nodiscard]] const std::vector<Cut>& cuts() const noexcept { return m_cuts; }
    /// Every call of policy, reader and codec is written down from here on, or none.
    void recordCalls(bool on, const KeptScores::Limits& scores) noexcept {
        m_calls.record(on);
        m_scores.limit(scores);
    }
    /// Those since the last time it was asked.
    [[nodiscard]] std::vector<PolicyCall> takeCalls() { return m_calls.take(); }
    /// What was compared in the pass.
    [[nodiscard]] KeptScores& scores() noexcept { return m_scores; }
    /// Phase of the newest query (of unit 0 of layer 0).
    [[nodiscard]] std::int64_t newestPhase() const noexcept { return m_newestPhase; }
    [[nodiscard]] const KvCache& cache() const noexcept { return m_cache; }
    /// KvCache::leaveMemory: of a state that is kept to be copied later.
    Result<void> cacheLeavesMemory() { return m_cache.leaveMemory(); }
    [[nodiscard]] const sdk::Protection& protection() const noexcept { return m_protection; }
    [[nodiscard]] const sdk::Report& report() const noexcept { return m_report; }
    [[nodiscard]] const sdk::Needs& needs() const noexcept { return m_needs; }
    [[nodiscard]] bool layerMajor() const noexcept { return m_options.layerMajor; }
    [[nodiscard]] std::int32_t unitOfQuery(std::int32_t queryHead) const noexcept {
        return static_cast<std::int32_t>(queryHead * m_cache.shape().units / m_options.shape.queryHeads);
    }
    /// Highest bytes of K and V buffers held at any moment, prefill included.
    [[nodiscard]] std::int64_t peakAllocated() const noexcept { return m_peakAllocated; }
    /// Of the prefill pass under way or the last one, a layer after the other.
    [[nodiscard]] const std::vector<LayerMemory>& layerMemory() const noexcept { return m_layerMemory; }
    /// Bytes that attention read in the last decode step: rows of K and V and the page bounds; -1: without a reader,
    /// which is all that was held.
    [[nodiscard]] std::int64_t bytesRead() const noexcept { return m_bytesRead; }
    /// What coding cost in precision since the beginning, where calls are recorded.
    [[nodiscard]] const CodingError& codingError() const noexcept { return m_codingError; }
    /// The lane's read selection; null: everything is read.
    [[nodiscard]] const PageReader* reader() const noexcept { return m_reader ? &*m_reader : nullptr; }
    /// Scores of unit 0 of layer 0 by token (of query head 0 by page, with a reader), at the first cut that compared
    /// some and by the last edit of the prompt; what conformance cases pin.
    struct FirstScores {
        std::int64_t step = -1;
        std::map<std::int64_t, float> scores;
        std::map<std::int64_t, float> afterPrompt;
    };
    void keepFirstScores(bool keep) noexcept { m_keepFirstScores = keep; }
    [[nodiscard]] const FirstScores& firstScores() const noexcept { return m_firstScores; }
    /// Prefill passes compute only the rows that the policy asked for; what attention gives the model is not of use,
    /// and the queries are left as they are given.
    void onlySelect(bool only) noexcept { m_onlySelects = only; }
    /// Sums of the columns of a prompt, by layer and [query_heads, tokens]: those that are there are not computed again
    /// by a pass over that prompt into empty layers, the others are left there. Outlives the pass; null: none.
    void shareColumnSums(std::vector<std::vector<double>>* sums) noexcept { m_columnSums = sums; }
    /// What one pass over a prompt leaves for the next, of a layer.
    struct Measured {
        at::Tensor lastRows;  ///< newest, [1, query_heads, rows, tokens]: read by passes that want as many or fewer
        std::int64_t momentsFrom = -1;
        at::Tensor queryMean, queryCovariance;  ///< as policies see them, of the queries from that one on
        KeptMeasures byPolicies;
    };
    /// The same for these, by layer.
    void shareMeasured(std::vector<Measured>* measured) noexcept { m_measured = measured; }
    void listenToPrefill(PrefillRows* listener) noexcept { m_listener = listener; }
    /// Whose request ends a prefill pass, or one that encodes afresh, between two of its blocks; decode steps are
    /// short. Neither policy nor cache is of any use behind a pass that ended so. A fork has no token.
    void stopOn(std::stop_token token) noexcept { m_stop = std::move(token); }
    [[nodiscard]] bool stopped() const noexcept override { return m_prefill && m_stop.stop_requested(); }
    /// Milliseconds spent in policy calls / applying edits since beginPass.
    [[nodiscard]] double policyMs() const noexcept { return m_policyMs; }
    [[nodiscard]] double evictMs() const noexcept { return m_evictMs; }

 private:
    CachedAttention(const AttentionOptions& options, GuardedParts parts, std::optional<PageReader> reader,
                    const sdk::Needs& needs, const sdk::Protection& protection, const CacheShape& shape,
                    std::shared_ptr<RopeTables> rope, ThreadPool& pool);
    CachedAttention(const CachedAttention& other, GuardedParts parts);
    class PrefillLayer;
    /// Keys as they are stored: rotated, where they keep the phase they have now.
    void rotateNewKeys(std::int32_t layer, float* k) const;
    /// Room for the layer of a prefill pass, keys and values of its tokens; `rawKeys` are those before rotation.
    Result<void> store(std::int32_t layer, const float* rawKeys, const float* k, const float* v);
    void append(std::int32_t layer, const float* k, const float* v);
    /// The policy's word on a layer it has observed.
    Result<void> endLayer(const sdk::Observation& view);
    /// Token t of the pass.
    [[nodiscard]] std::int64_t passToken(std::int64_t t) const {
        return m_afresh.empty() ? m_first + t : m_afresh[static_cast<std::size_t>(t)];
    }
    /// Phases are places among what is held, not token indices.
    [[nodiscard]] bool phasesAreRanks() const noexcept { return m_options.cacheRank || m_needs.reencode; }
    /// The oldest token that the newest one sees through the layer's window (attention_window.cpp).
    [[nodiscard]] std::int64_t oldestSeen(std::int32_t layer, std::int32_t unit) const;
    /// The scoring of the query heads of `layer` from `head` on.
    [[nodiscard]] Scoring scoring(std::int32_t layer, std::int64_t head) const;
    void useTorchThreads() const;
    /// Room for a softmax row per layer and head, as wide as the cache.
    void sizeRows();
    Result<void> decodeLayer(std::int32_t layer, float* q, float* out);
    void decodeHead(std::int32_t layer, std::int32_t head, const float* q, float* out);
    /// Page bounds of tokens begin ... end - 1, which are stored; of keys that changed, whole pages must be given.
    void addPageBounds(std::int32_t layer, std::int64_t begin, std::int64_t end);
    /// What the layer reads of the query, with what that costs.
    Result<void> choosePages(std::int32_t layer, float* q);
    [[nodiscard]] std::int64_t bytesOfReads(std::int32_t layer) const;
    /// Checks the edits and does what they say.
    Result<void> apply(const sdk::Edits& edits);
    Result<void> applyChecked(const sdk::Edits& edits);
    /// For the log of calls (call_log.cpp); layer -1: all.
    [[nodiscard]] std::int64_t heldBy(std::int32_t layer) const;
    [[nodiscard]] std::int64_t budgetOf(std::int32_t layer) const;
    [[nodiscard]] PolicyCall plainCall(const char* name) const;
    [[nodiscard]] PolicyCall viewedCall(const char* name, const sdk::Observation& view) const;
    [[nodiscard]] PolicyCall partCall(const char* name, const std::string& who) const;
    [[nodiscard]] PolicyCall pagesCall(std::int32_t layer, std::int64_t tokens) const;
    [[nodiscard]] PolicyCall encodeCall(std::int32_t firstLayer, std::int32_t layers, const CodecEncoder& encoder,
                                        const Result<void>& done) const;
    /// The text names a reader or a codec alone: what keeps everything beside it is nobody's policy.
    [[nodiscard]] bool standsIn() const noexcept { return !m_evicts && (m_reader || m_codec); }
    template <class About, class Work>
    auto policyCall(double& ms, About about, Work&& work) {
        return m_calls.run(ms, about, std::forward<Work>(work), !standsIn());
    }
    void noteAnswer(const sdk::Edits& edits, std::size_t firstCut, const Result<void>& done);
    /// What the edits compared, after they were applied: of the layers that `cuts` are of, as far as they are wanted.
    void keepScores(const sdk::Edits& edits, std::span<const Cut> cuts);
    /// None: the edits say nothing of it.
    [[nodiscard]] std::optional<ScoredLayer> scoresOf(std::int32_t layer, const sdk::Edits& edits,
                                                      std::span<const Cut> cuts) const;
    void scoreUnit(const Cut& cut, std::span<const float> scores, ScoredLayer& layer) const;
    /// Slots of what a unit holds of `tokens`, in their order; `found`: these.
    std::vector<std::int32_t> slotsOf(std::int32_t layer, std::int32_t unit, std::span<const std::int32_t> tokens,
                                      std::vector<std::int32_t>& found) const;
    /// Takes pinned tokens out of a cut; the slots of the others, by token.
    std::vector<std::int32_t> unpinned(Cut& cut) const;
    void keepAside(std::int32_t layer, std::int32_t unit, std::span<const std::int32_t> slots);
    /// With a codec: codes what exceeds the full-precision tails, and counts what is allocated then.
    Result<void> encode(std::int32_t firstLayer, std::int32_t layers);
    void noteUncodedPrompt();
    void addCodecWarnings();
    Result<void> refreshReport();
    /// A layer-major prefill is one pass into empty layers, so the policy's slot numbers are token indices; they stay
    /// so although layers are compacted while the pass goes on.
    [[nodiscard]] bool slotsAreTokens() const noexcept { return m_prefill && m_options.layerMajor; }
    /// The token tables as the policy saw them, for the check of its edits: the cache's own, or made in `byToken` where
    /// the policy's slots are tokens.
    [[nodiscard]] std::vector<LayerTokens> tables(std::vector<std::int64_t>& byToken) const;
    [[nodiscard]] static Cut cutOf(const LayerCut& accepted, const sdk::Edit& edit, const LayerTokens& table);
    void evict(const Cut& cut, const std::vector<std::int32_t>& edited);
    void noteFirstScores(const sdk::Edits& edits, std::span<const LayerCut> cuts, const LayerTokens& first,
                         std::int64_t step);
    /// Appends the tokens of the pass with their keys rotated to the rank they get (key_phases.cpp).
    void appendAtRank(std::int32_t layer, const float* k, const float* v);
    /// Keys of the units that were cut turn back by the number of older tokens that left.
    void turnBack(std::span<const Cut> cuts);
    void lowerRanks(std::int32_t layer, std::int32_t unit, const std::vector<std::int32_t>& evicted);
    /// A query or key of `layer` by its phase.
    void turn(std::int32_t layer, float* head, std::int64_t phase) const;
    void rotateInPlace(std::int32_t layer, float* heads, std::int64_t tokens, std::int64_t headCount,
                       const std::vector<std::int64_t>& phases) const;
    /// As attention uses it: rotated.
    void readKey(std::int32_t layer, std::int32_t storedHead, std::int32_t slot, float* key) const;
    [[nodiscard]] sdk::Observation observation(std::int32_t layer, bool prefill);
    void addTensors(sdk::Observation& view);
    /// Rows of keys or values by slot, as a policy sees them. From step to step only rows of new tokens are read.
    struct Shown {
        at::Tensor rows;                   ///< [layers, stored_heads, stride, head_dim], 0 at free slots
        std::vector<std::int64_t> tokens;  ///< [layers, stored_heads, stride]: whose row this is, -1: none
    };
    using RowReader = std::function<void(std::int32_t layer, std::int32_t storedHead, std::int32_t slot, float* row)>;
    /// [layers, stored_heads, slots, head_dim]; `again`: every row is read anew.
    [[nodiscard]] at::Tensor gathered(Shown& shown, const sdk::Observation& view, bool again, const RowReader& read);
    [[nodiscard]] std::int64_t phaseOf(std::int32_t layer, std::int32_t unit, std::int32_t slot) const;
    void updateRanks(std::int32_t layer, std::int32_t unit);

    AttentionOptions m_options;
    GuardedPolicy m_policy;
    std::optional<PageReader> m_reader;
    std::optional<GuardedCodec> m_codec;
    bool m_evicts = true;  ///< false: nothing can ever be evicted
    sdk::Needs m_needs;
    sdk::Protection m_protection;
    std::shared_ptr<RopeTables> m_rope;
    ThreadPool* m_pool;
    PoolWorkers m_workers;
    KvCache m_cache;
    bool m_atRank = false;   ///< stored rotated to their rank in the cache
    bool m_rawKeys = false;  ///< stored before rotation, rotated on read
    sdk::Report m_report;
    CodingError m_codingError;
    std::int64_t m_uncodedPrompt = -1;  ///< tokens of the fullest unit, if the codec found nothing to do in the prompt

    std::set<std::int32_t> m_pinned, m_wantedAside;
    /// By layer, stored head and token: key and value as they were stored, in f32.
    std::map<std::tuple<std::int32_t, std::int32_t, std::int32_t>, std::vector<float>> m_aside;

    std::int64_t m_first = 0, m_count = 0;
    std::int64_t m_firstPhase = 0;       ///< of the first token of the pass, where keys are stored rotated for good
    std::vector<std::int64_t> m_afresh;  ///< tokens of a pass that encodes afresh; empty: another pass
    bool m_prefill = false, m_lastPrefill = false;
    /// Working memory of PrefillLayer: pages that the system would clear anew for every layer. Given back with the
    /// pass.
    struct PassScratch {
        std::vector<std::vector<float>> keys, values;
        std::vector<float> probs, queries;
    };
    PassScratch m_passScratch;
    bool m_onlySelects = false;
    std::vector<std::vector<double>>* m_columnSums = nullptr;
    std::vector<Measured>* m_measured = nullptr;
    std::int64_t m_newestPhase = 0;
    std::vector<Cut> m_cuts;
    CallLog m_calls;
    KeptScores m_scores;
    std::int64_t m_peakAllocated = 0;
    std::vector<LayerMemory> m_layerMemory;
    std::int64_t m_bytesRead = -1;
    double m_policyMs = 0, m_evictMs = 0;
    PrefillRows* m_listener = nullptr;
    std::stop_token m_stop;
    bool m_keepFirstScores = false;
    FirstScores m_firstScores;

    std::int64_t m_rowStride = 0;
    std::vector<float> m_rows, m_logits;  ///< [layers, query_heads, rowStride]
    /// Keys of this pass before rotation, [tokens, kv_heads, head_dim]; at decode of every layer, where they are asked
    /// for.
    std::vector<float> m_newKeys;
    Shown m_keysShown, m_valuesShown;
    bool m_found = false;  ///< tokens came otherwise than by a pass since the last observation
    std::vector<std::vector<std::int32_t>> m_ranks;   ///< per layer and unit, by slot; with raw keys or at rank
    std::vector<float> m_keysAtRank, m_valuesAtRank;  ///< of one token, [stored_heads, head_dim]
};

}  // namespace kvw
