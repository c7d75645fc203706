// SPDX-License-Identifier: Apache-2.0
/// One lane's attention: takes a pass through its layers. It appends to the store, attends, lets the policy observe and
/// makes the cuts of its edits. It knows nothing of models, texts or traces, so conformance cases drive it with bare
/// tensors.
///
/// Each part has a class: the cache (attention_store.h), the plugins (policy_driver.h), changes by hand
/// (manual_edits.h), one layer of a prefill pass (block_attention.h) and what is observed of it (prefill_layer.h).
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <utility>
#include <vector>

#include "core/engine/attention/attention_store.h"
#include "core/engine/attention/block_attention.h"
#include "core/engine/attention/prompt_blocks.h"
#include "core/engine/policy/manual_edits.h"
#include "core/engine/policy/policy_driver.h"
#include "core/engine/policy/prompt_memory.h"
#include "core/model/config.h"
#include "core/model/families/decoder/attention_sink.h"
#include "core/session/spec/jitter.h"
#include "core/session/spec/pruning.h"
#include "core/session/spec/run_change.h"

namespace kvw {

class Decoder;
struct PrefillLane;

struct AttentionOptions {
    sdk::ModelShape shape;
    bool cacheRank = false;  ///< phases are ranks in the cache, else token indices
    /// With cacheRank: keys are stored rotated to their rank and turned back at every eviction; else raw, rotated on
    /// read.
    bool rotatedRanks = false;
    bool layerMajor = true;
    bool concatenates = false;  ///< the cache copies what stays (CacheShape::concatenates)
    Jitter jitter;              ///< of queries (query_noise.h)
    std::int64_t seed = 0;      ///< of that noise
    std::int64_t promptTokens = 0;
    Dtype kvDtype = Dtype::F32;
    bool productsInBf16 = false;  ///< of a prefill with the weights (RowProducts::InBf16)
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
    /// Returns the first token of the pass whose row of that layer it reads.
    [[nodiscard]] virtual std::int64_t firstToken(std::int32_t /*layer*/) const { return 0; }
};

/// Thread: inference thread; `stopped` also in the pool.
class CachedAttention final : public PromptSink {
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

    /// Tells policy, reader and codec about the run.
    Result<void> begin();
    /// Begins a pass that adds tokens first ... first + count - 1 to every layer.
    Result<void> beginPass(std::int64_t first, std::int64_t count, bool prefill, bool lastPrefill);
    Result<void> attend(std::int32_t layer, float* q, float* k, const float* v, float* out) override;
    Result<void> attend(std::int32_t layer, PromptBlocks& there) override;
    /// Adds the noise of the options to the queries of the pass [tokens, query_heads, head_dim]; `attend` does so
    /// itself.
    void addNoiseTo(float* q, std::int32_t layer) const;
    [[nodiscard]] Keys mostKeys() const override;
    [[nodiscard]] ThreadPool& pool() const noexcept override { return m_store.pool(); }
    /// Stands for `attend` of every layer in a decode step that was computed elsewhere: `take` puts its rows and its
    /// token into the store. Copies `rawKeys`, keys before rotation, [layers, kv_heads, head_dim], for a policy that
    /// looks at them; empty: it will not be asked.
    Result<void> takeStep(const std::function<Result<void>(AttentionStore&, const AttentionPass&)>& take,
                          std::span<const float> rawKeys);
    /// Does `attend` of a prefill pass for several lanes (shared_prefill.h): the first one that is left computes the
    /// attention once, and every lane stores the layer, observes and evicts as it would alone. A layer is stored as
    /// late as the lane's policy allows, so that few lanes hold it whole at a time. Errors: those of
    /// PrefillLane::anyLeft.
    static Result<void> attendTogether(std::span<PrefillLane> lanes, std::int32_t layer, float* q, float* k,
                                       const float* v, float* out) {
        return attendTogether(lanes, layer, q, k, v, out, nullptr);
    }
    /// Does the same for a layer on a device, which keeps the result.
    static Result<void> attendTogether(std::span<PrefillLane> lanes, std::int32_t layer, PromptBlocks& there);
    /// Ends the pass after its last layer. Prefill: asks the policy once more, and after the last pass compacts the
    /// cache. Decode: evicts nothing yet, so that `row` and the token tables belong together until `decide`.
    Result<void> endPass();
    /// Decode: asks the policy and applies its edits.
    Result<void> decide();

    /// Returns true if the policy wants the held tokens encoded afresh after every eviction (reencode.cpp).
    [[nodiscard]] bool reencodes() const noexcept { return m_policy.needs().reencode; }
    /// Lets such a policy decide before its token is computed. Returns true if something was evicted: then the pass is
    /// `beginReencode` and all layers, nothing else. Returns false if a decode pass has begun: it goes on as usual, but
    /// without `decide`.
    Result<bool> decideBeforeToken(std::int64_t token);
    /// Empties the cache and begins a pass over the tokens that it held, which are returned. Neither policy nor
    /// listener sees this pass.
    Result<std::span<const std::int64_t>> beginReencode();

    /// Checks that a change by hand of this kind is possible here.
    [[nodiscard]] Result<void> checkManualEdit(RunChange::Kind kind) const;
    /// Checks that the policy's evictions can be made like this. Errors: those of checkManualEdit; phases that no
    /// eviction changes.
    [[nodiscard]] Result<void> checkPruning(Pruning how) const;
    /// Makes the policy's evictions like this, from the next decode step on.
    void prune(Pruning how) noexcept { m_pruning = how; }
    [[nodiscard]] Pruning pruning() const noexcept { return m_pruning; }
    /// Returns true if the last step was the one whose evictions were to be made, and the policy evicted nothing.
    [[nodiscard]] bool prunedNothing() const noexcept { return m_prunedNothing; }
    /// Changes by hand, made between two passes.
    [[nodiscard]] ManualEdits& manualEdits() noexcept { return m_manualEdits; }

    [[nodiscard]] PolicyDriver& policy() noexcept { return m_policy; }
    [[nodiscard]] const PolicyDriver& policy() const noexcept { return m_policy; }
    [[nodiscard]] const AttentionStore& store() const noexcept { return m_store; }
    [[nodiscard]] const KvCache& cache() const noexcept { return m_store.cache(); }
    /// KvCache::leaveMemory: of a state that is kept to be copied later.
    Result<void> cacheLeavesMemory() { return m_store.leaveMemory(); }

    /// Softmax row of one query head in the last decode step, by slot, 0 at free slots; the rows of all heads are
    /// [layers, query_heads, rowStride()].
    [[nodiscard]] const float* row(std::int32_t layer, std::int32_t queryHead) const {
        return m_store.row(layer, queryHead);
    }
    [[nodiscard]] std::int64_t rowStride() const noexcept { return m_store.rowStride(); }
    /// Returns true if the model has learned sinks; rows then sum to less than 1.
    [[nodiscard]] bool hasSinks() const noexcept { return !m_store.rules().sinks.empty(); }
    [[nodiscard]] std::int32_t unitOfQuery(std::int32_t queryHead) const noexcept {
        return m_store.shape().unitOfQuery(queryHead);
    }
    [[nodiscard]] sdk::Granularity granularity() const noexcept { return m_policy.needs().granularity; }
    [[nodiscard]] bool layerMajor() const noexcept { return m_options.layerMajor; }
    [[nodiscard]] RowProducts rowProducts() const noexcept override {
        return m_options.productsInBf16 && m_pass.prefill ? RowProducts::InBf16 : RowProducts::Together;
    }

    // The pass:
    [[nodiscard]] const AttentionPass& pass() const noexcept { return m_pass; }
    /// Phase of the newest query, in unit 0 of the layer that was computed last.
    [[nodiscard]] std::int64_t newestPhase() const noexcept { return m_newestPhase; }
    /// Returns the records of what was evicted since beginPass, in the order they were made.
    [[nodiscard]] const std::vector<EvictionRecord>& cuts() const noexcept { return m_cuts; }
    /// Memory of the current prefill pass or the last one, layer after layer.
    [[nodiscard]] const std::vector<LayerMemory>& layerMemory() const noexcept { return m_layerMemory; }
    /// Milliseconds spent in applying edits since beginPass.
    [[nodiscard]] double evictMs() const noexcept { return m_evictMs; }

    // Settings of prefill passes:
    /// Makes them compute only the rows that the policy asked for. Their output is then undefined, and they do not
    /// overwrite the queries.
    void onlySelect(bool only) noexcept { m_onlySelects = only; }
    [[nodiscard]] bool onlySelects() const noexcept { return m_onlySelects; }
    /// Shares measurements of the prompt with other passes over it. `memory` outlives the pass; null: nothing is
    /// shared.
    void share(PromptMemory* memory) noexcept { m_memory = memory; }
    [[nodiscard]] PromptMemory* memory() const noexcept { return m_memory; }
    void listenToPrefill(PrefillRows* listener) noexcept { m_listener = listener; }
    [[nodiscard]] PrefillRows* listener() const noexcept { return m_listener; }
    /// Sets the token whose stop request ends a prefill pass, or one that encodes afresh, between two of its blocks;
    /// decode steps are short and not stopped. After a pass that was stopped neither policy nor cache is of use. A fork
    /// has no token.
    void stopOn(std::stop_token token) noexcept { m_stop = std::move(token); }
    [[nodiscard]] const std::stop_token& stopToken() const noexcept { return m_stop; }
    [[nodiscard]] bool stopped() const noexcept override { return m_pass.prefill && m_stop.stop_requested(); }

 private:
    CachedAttention(const AttentionOptions& options, GuardedParts parts, const sdk::Needs& needs,
                    const sdk::Protection& protection, const AttentionStore::Settings& settings,
                    std::shared_ptr<RopeTables> rope, ThreadPool& pool);
    CachedAttention(const CachedAttention& other, GuardedParts clones);
    /// With `there`, queries and result are there, and `q` and `out` are null.
    static Result<void> attendTogether(std::span<PrefillLane> lanes, std::int32_t layer, float* q, float* k,
                                       const float* v, float* out, PromptBlocks* there);
    void useTorchThreads() const;
    /// Makes room in the layer for a prefill pass, and appends keys and values of its tokens; `rawKeys` are the keys
    /// before rotation.
    Result<void> storeLayer(std::int32_t layer, const float* rawKeys, const float* k, const float* v);
    /// Asks the policy about a layer it has observed, and applies its edits.
    Result<void> endLayer(const sdk::Observation& view);
    /// Makes the cuts as far as they are to be made, and removes those that are not from the list.
    void cut(std::vector<Cut>& cuts);
    /// Checks the edits, applies them and records the answer.
    Result<void> apply(const sdk::Edits& edits);
    Result<void> makeCuts(const sdk::Edits& edits);
    Result<void> encode(std::int32_t firstLayer, std::int32_t layers);

    AttentionOptions m_options;
    AttentionPass m_pass;
    AttentionStore m_store;
    ManualEdits m_manualEdits;
    PolicyDriver m_policy;

    Pruning m_pruning = Pruning::On;
    bool m_prunedNothing = false;
    std::int64_t m_newestPhase = 0;
    std::vector<EvictionRecord> m_cuts;
    std::vector<LayerMemory> m_layerMemory;
    double m_evictMs = 0;

    BlockAttention::Buffers m_buffers;  ///< of a prefill pass; freed at its end
    bool m_onlySelects = false;
    PromptMemory* m_memory = nullptr;
    PrefillRows* m_listener = nullptr;
    std::stop_token m_stop;
};

}  // namespace kvw
