// SPDX-License-Identifier: Apache-2.0
/// One lane's attention: rotates, appends to the slot cache, attends, lets the policy observe and applies its edits. It
/// knows nothing of models, texts or traces, so conformance cases drive it with bare tensors.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "core/cache/kv_cache.h"
#include "core/engine/attention/attention_store.h"
#include "core/engine/attention/page_reader.h"
#include "core/engine/policy/call_log.h"
#include "core/engine/policy/kept_measures.h"
#include "core/engine/policy/manual_edits.h"
#include "core/engine/policy/pool_workers.h"
#include "core/model/config.h"
#include "core/model/families/decoder/attention_sink.h"
#include "core/model/families/decoder/rope_tables.h"
#include "core/policy/host/loading/created_policy.h"
#include "core/policy/host/loading/edit_check.h"
#include "core/session/spec/run_change.h"
#include "kernels/thread_pool.h"

namespace kvw {

class CodecEncoder;
class Decoder;

struct AttentionOptions {
    sdk::ModelShape shape;
    bool cacheRank = false;  ///< phases are ranks in the cache, else token indices
    /// With cacheRank: keys are stored rotated to their rank and turned back at every eviction; else raw, rotated on
    /// read.
    bool rotatedRanks = false;
    bool layerMajor = true;
    std::int64_t promptTokens = 0;
    Dtype kvDtype = Dtype::F32;
    AttentionRules rules;
    /// Granularity of a cache that is taken over: a policy without needs decides within these keep-sets.
    std::optional<sdk::Granularity> found;
};

/// Returns options with the members that follow from the model: shape and rules.
[[nodiscard]] AttentionOptions attentionOptions(const Decoder& model);
[[nodiscard]] sdk::ModelShape attentionShape(const ModelConfig& model);

/// Bytes of K and V buffers around one layer of a prefill pass; see PassMemory of the trace.
struct LayerMemory {
    std::int64_t live = 0, allocated = 0, peak = 0;
};

/// Listener that sees every softmax row of a prefill pass (decode rows are read with `CachedAttention::row`). Called on
/// the inference thread.
class PrefillRows {
 public:
    virtual ~PrefillRows() = default;
    /// Gets the rows of one block of queries. probs [query_heads, rows, count]; column i of query head h is token
    /// unitTokens[unit of h][i], ascending. Query r of the block is token firstToken + r and sees its own and every
    /// earlier column.
    virtual void prefillRows(std::int32_t layer, std::int64_t firstToken, std::int64_t rows, const float* probs,
                             std::int64_t count, std::span<const std::vector<std::int32_t>> unitTokens) = 0;
};

class CachedAttention final : public AttentionSink {
 public:
    /// Makes the attention of one lane. `rope` may be null (no rotation) and is shared; `pool` outlives this. Errors: a
    /// policy that needs the whole prompt under streaming prefill, 16-bit or coded keys that would be rotated more than
    /// once, read selection in a model with sliding windows, needs that do not go with encoding afresh.
    [[nodiscard]] static Result<std::unique_ptr<CachedAttention>> make(const AttentionOptions& options,
                                                                       GuardedParts parts,
                                                                       std::shared_ptr<RopeTables> rope,
                                                                       ThreadPool& pool);
    /// Returns a fork with a copy of the cache and clones of policy, reader and codec.
    [[nodiscard]] Result<std::unique_ptr<CachedAttention>> fork() const;

    /// Checks that this may take over the cache of `from`. Errors: a codec on either side, a reader here, encoding
    /// afresh on either side, keep-sets that do not fit this policy's granularity.
    [[nodiscard]] Result<void> checkTakeOver(const CachedAttention& from) const;
    /// Copies the cache of `from` and begins the run, in place of `begin`. The next pass must be one of a streaming
    /// prefill: during it the policy observes the tokens it found, and it has observed nothing before.
    Result<void> takeOver(const CachedAttention& from);
    [[nodiscard]] sdk::Granularity granularity() const noexcept { return m_needs.granularity; }
    /// Returns true if the model has learned sinks; rows then sum to less than 1.
    [[nodiscard]] bool hasSinks() const noexcept { return !m_store.rules().sinks.empty(); }

    /// Tells policy, reader and codec about the run.
    Result<void> begin();
    /// Sets live parameters of the policy or its reader, from the next pass on.
    Result<void> setParameters(const ResolvedPolicy& policy);

    /// Begins a pass that adds tokens first ... first + count - 1 to every layer.
    Result<void> beginPass(std::int64_t first, std::int64_t count, bool prefill, bool lastPrefill);
    Result<void> attend(std::int32_t layer, float* q, float* k, const float* v, float* out) override;
    /// Stands for `attend` of every layer in a decode step that was computed elsewhere: `take` puts its rows and its
    /// token into the store.
    Result<void> takeStep(const std::function<Result<void>(AttentionStore&, const AttentionPass&)>& take);
    /// One of several lanes that pass over the same prompt together (shared_prefill.h).
    struct PrefillLane;
    /// Does `attend` for several lanes: the first one that is left computes the attention once, and every lane stores
    /// the layer, observes and evicts as it would alone. A layer is stored as late as the lane's policy allows, so that
    /// few lanes hold it whole at a time. Errors: those of PrefillLane::anyLeft.
    static Result<void> attendTogether(std::span<PrefillLane> lanes, std::int32_t layer, float* q, float* k,
                                       const float* v, float* out);
    /// Ends the pass after its last layer. Prefill: asks the policy once more, and after the last pass compacts the
    /// cache. Decode: evicts nothing yet, so that `row` and the token tables belong together until `decide`.
    Result<void> endPass();
    /// Decode: asks the policy and applies its edits.
    Result<void> decide();

    /// Returns true if the policy wants the held tokens encoded afresh after every eviction (reencode.cpp).
    [[nodiscard]] bool reencodes() const noexcept { return m_needs.reencode; }
    /// Lets such a policy decide before its token is computed. Returns true if something was evicted: then the pass is
    /// `beginReencode` and all layers, nothing else. Returns false if a decode pass has begun: it goes on as usual, but
    /// without `decide`.
    Result<bool> decideBeforeToken(std::int64_t token);
    /// Empties the cache and begins a pass over the tokens that it held, which are returned. Neither policy nor
    /// listener sees this pass.
    Result<std::span<const std::int64_t>> beginReencode();

    /// Checks that a change by hand of this kind is possible here.
    [[nodiscard]] Result<void> checkManualEdit(RunChange::Kind kind) const;
    /// Changes by hand, made between two passes.
    [[nodiscard]] ManualEdits& manualEdits() noexcept { return m_manualEdits; }

    /// Softmax row of one query head in the last decode step, by slot, 0 at free slots; the rows of all heads are
    /// [layers, query_heads, rowStride()].
    [[nodiscard]] const float* row(std::int32_t layer, std::int32_t queryHead) const {
        return m_store.row(layer, queryHead);
    }
    [[nodiscard]] std::int64_t rowStride() const noexcept { return m_store.rowStride(); }
    /// Cuts since beginPass, in the order they were made.
    [[nodiscard]] const std::vector<Cut>& cuts() const noexcept { return m_cuts; }
    /// Records every call of policy, reader and codec from here on, or none; `scores` limits the scores that are kept.
    void recordCalls(bool on, const KeptScores::Limits& scores) noexcept {
        m_calls.record(on);
        m_scores.limit(scores);
    }
    /// Returns the calls since the last time, and forgets them.
    [[nodiscard]] std::vector<PolicyCall> takeCalls() { return m_calls.take(); }
    /// Scores that the policy compared in the pass.
    [[nodiscard]] KeptScores& scores() noexcept { return m_scores; }
    /// Phase of the newest query, in unit 0 of the layer that was computed last.
    [[nodiscard]] std::int64_t newestPhase() const noexcept { return m_newestPhase; }
    [[nodiscard]] const KvCache& cache() const noexcept { return m_store.cache(); }
    /// KvCache::leaveMemory: of a state that is kept to be copied later.
    Result<void> cacheLeavesMemory() { return m_store.leaveMemory(); }
    [[nodiscard]] const sdk::Protection& protection() const noexcept { return m_protection; }
    [[nodiscard]] const sdk::Report& report() const noexcept { return m_report; }
    [[nodiscard]] const sdk::Needs& needs() const noexcept { return m_needs; }
    [[nodiscard]] bool layerMajor() const noexcept { return m_options.layerMajor; }
    [[nodiscard]] std::int32_t unitOfQuery(std::int32_t queryHead) const noexcept {
        return m_store.shape().unitOfQuery(queryHead);
    }
    /// Memory of the current prefill pass or the last one, layer after layer.
    [[nodiscard]] const std::vector<LayerMemory>& layerMemory() const noexcept { return m_layerMemory; }
    /// Bytes that attention read in the last decode step: rows of K and V and the page bounds; -1: there is no reader,
    /// so everything held was read.
    [[nodiscard]] std::int64_t bytesRead() const noexcept { return m_bytesRead; }
    /// Error of the coded keys and values since the start of the run; measured only while calls are recorded.
    [[nodiscard]] const CodingError& codingError() const noexcept { return m_codingError; }
    [[nodiscard]] const AttentionStore& store() const noexcept { return m_store; }
    /// The lane's read selection; null: everything is read.
    [[nodiscard]] const PageReader* reader() const noexcept { return m_reader ? &*m_reader : nullptr; }
    /// Scores of unit 0 of layer 0 by token (with a reader: of query head 0 by page) that conformance cases pin: at the
    /// first cut that compared any, and by the last edit of the prompt.
    struct FirstScores {
        std::int64_t step = -1;
        std::map<std::int64_t, float> scores;
        std::map<std::int64_t, float> afterPrompt;
    };
    void keepFirstScores(bool keep) noexcept { m_keepFirstScores = keep; }
    [[nodiscard]] const FirstScores& firstScores() const noexcept { return m_firstScores; }
    /// Makes prefill passes compute only the rows that the policy asked for. Their output is then undefined, and they
    /// do not overwrite the queries.
    void onlySelect(bool only) noexcept { m_onlySelects = only; }
    /// Shares column sums of a prompt, by layer and [query_heads, tokens]. A pass over that prompt into empty layers
    /// takes the sums that are there and adds the missing ones. `sums` outlives the pass; null: nothing is shared.
    void shareColumnSums(std::vector<std::vector<double>>* sums) noexcept { m_columnSums = sums; }
    /// Measurements of one layer that a pass over a prompt leaves for the next pass over it.
    struct Measured {
        at::Tensor lastRows;  ///< newest rows, [1, query_heads, rows, tokens]; for passes that want as many or fewer
        std::int64_t momentsFrom = -1;
        at::Tensor queryMean, queryCovariance;  ///< as policies see them, over the queries from `momentsFrom` on
        KeptMeasures byPolicies;
    };
    /// Shares these measurements in the same way, by layer.
    void shareMeasured(std::vector<Measured>* measured) noexcept { m_measured = measured; }
    void listenToPrefill(PrefillRows* listener) noexcept { m_listener = listener; }
    /// Sets the token whose stop request ends a prefill pass, or one that encodes afresh, between two of its blocks;
    /// decode steps are short and not stopped. After a pass that was stopped neither policy nor cache is of use. A fork
    /// has no token.
    void stopOn(std::stop_token token) noexcept { m_stop = std::move(token); }
    [[nodiscard]] bool stopped() const noexcept override { return m_pass.prefill && m_stop.stop_requested(); }
    /// Milliseconds spent in policy calls / applying edits since beginPass.
    [[nodiscard]] double policyMs() const noexcept { return m_policyMs; }
    [[nodiscard]] double evictMs() const noexcept { return m_evictMs; }

 private:
    CachedAttention(const AttentionOptions& options, GuardedParts parts, const sdk::Needs& needs,
                    const sdk::Protection& protection, const AttentionStore::Settings& settings,
                    std::shared_ptr<RopeTables> rope, ThreadPool& pool);
    CachedAttention(const CachedAttention& other, GuardedParts parts);
    class PrefillLayer;
    /// Makes room in the layer for a prefill pass, and appends keys and values of its tokens; `rawKeys` are the keys
    /// before rotation.
    Result<void> store(std::int32_t layer, const float* rawKeys, const float* k, const float* v);
    /// Asks the policy about a layer it has observed, and applies its edits.
    Result<void> endLayer(const sdk::Observation& view);
    void useTorchThreads() const;
    Result<void> decodeLayer(std::int32_t layer, float* q, float* out);
    /// Asks the reader which pages the layer reads, and counts their bytes.
    Result<void> choosePages(std::int32_t layer, float* q);
    /// Checks the edits, applies them and records the answer.
    Result<void> apply(const sdk::Edits& edits);
    Result<void> applyChecked(const sdk::Edits& edits);
    /// Helpers of the call log (call_log.cpp); layer -1: all layers.
    [[nodiscard]] std::int64_t heldBy(std::int32_t layer) const;
    [[nodiscard]] std::int64_t budgetOf(std::int32_t layer) const;
    [[nodiscard]] PolicyCall plainCall(const char* name) const;
    [[nodiscard]] PolicyCall viewedCall(const char* name, const sdk::Observation& view) const;
    [[nodiscard]] PolicyCall partCall(const char* name, const std::string& who) const;
    [[nodiscard]] PolicyCall pagesCall(std::int32_t layer, std::int64_t tokens) const;
    [[nodiscard]] PolicyCall encodeCall(std::int32_t firstLayer, std::int32_t layers, const CodecEncoder& encoder,
                                        const Result<void>& done) const;
    /// Returns true if the policy text names only a reader or a codec: the policy beside it is a stand-in that keeps
    /// everything, so its calls are not recorded.
    [[nodiscard]] bool isPlaceholderPolicy() const noexcept { return !m_evicts && (m_reader || m_codec); }
    template <class About, class Work>
    auto policyCall(double& ms, About about, Work&& work) {
        return m_calls.run(ms, about, std::forward<Work>(work), !isPlaceholderPolicy());
    }
    void noteAnswer(const sdk::Edits& edits, std::size_t firstCut, const Result<void>& done);
    /// Keeps the scores of edits that were applied, for the layers of `cuts`, as far as they are wanted.
    void keepScores(const sdk::Edits& edits, std::span<const Cut> cuts);
    /// Returns the scores of `layer` in the edits; none: there are none.
    [[nodiscard]] std::optional<ScoredLayer> scoresOf(std::int32_t layer, const sdk::Edits& edits,
                                                      std::span<const Cut> cuts) const;
    void scoreUnit(const Cut& cut, std::span<const float> scores, ScoredLayer& layer) const;
    /// With a codec: encodes what exceeds the full-precision tails, and updates the peak of allocated bytes.
    Result<void> encode(std::int32_t firstLayer, std::int32_t layers);
    void noteUncodedPrompt();
    void addCodecWarnings();
    Result<void> refreshReport();
    /// Returns the token tables as the policy saw them, for the check of its edits: the cache's own, or tables made in
    /// `byToken` if AttentionPass::slotsAreTokens.
    [[nodiscard]] std::vector<LayerTokens> tables(std::vector<std::int64_t>& byToken) const;
    [[nodiscard]] static Cut cutOf(const LayerCut& accepted, const sdk::Edit& edit, const LayerTokens& table);
    /// Returns the slots that an accepted cut frees in the cache.
    [[nodiscard]] std::vector<std::int32_t> slotsOf(const Cut& cut, const LayerCut& accepted) const;
    void noteFirstScores(const sdk::Edits& edits, std::span<const LayerCut> cuts, const LayerTokens& first,
                         std::int64_t step);
    [[nodiscard]] sdk::Observation observation(std::int32_t layer, bool prefill);
    void addTensors(sdk::Observation& view);
    /// Rows of keys or values by slot, as a policy is shown them. From step to step only rows of new tokens are read.
    struct Shown {
        at::Tensor rows;                   ///< [layers, stored_heads, stride, head_dim], 0 at free slots
        std::vector<std::int64_t> tokens;  ///< [layers, stored_heads, stride]: token of each row, -1: none
    };
    using RowReader = std::function<void(std::int32_t layer, std::int32_t storedHead, std::int32_t slot, float* row)>;
    /// Returns the rows as [layers, stored_heads, slots, head_dim]; `again`: every row is read anew.
    [[nodiscard]] at::Tensor gathered(Shown& shown, const sdk::Observation& view, bool again, const RowReader& read);

    AttentionOptions m_options;
    GuardedPolicy m_policy;
    std::optional<PageReader> m_reader;
    std::optional<GuardedCodec> m_codec;
    bool m_evicts = true;  ///< false: nothing can ever be evicted
    sdk::Needs m_needs;
    sdk::Protection m_protection;
    PoolWorkers m_workers;
    AttentionStore m_store;
    ManualEdits m_manualEdits;
    sdk::Report m_report;
    CodingError m_codingError;
    std::int64_t m_uncodedPrompt = -1;  ///< fullest unit's tokens, if the codec encoded none of the prompt; -1: else

    AttentionPass m_pass;
    /// Buffers of PrefillLayer, kept from layer to layer because the system would clear fresh pages for each. Freed at
    /// the end of the pass.
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
    std::vector<LayerMemory> m_layerMemory;
    std::int64_t m_bytesRead = -1;
    double m_policyMs = 0, m_evictMs = 0;
    PrefillRows* m_listener = nullptr;
    std::stop_token m_stop;
    bool m_keepFirstScores = false;
    FirstScores m_firstScores;

    /// Keys before rotation, if the policy asks for them: of one layer in a prefill pass, [tokens, kv_heads, head_dim];
    /// of all layers in a decode step, [layers, kv_heads, head_dim].
    std::vector<float> m_newKeys;
    Shown m_keysShown, m_valuesShown;
};

}  // namespace kvw
