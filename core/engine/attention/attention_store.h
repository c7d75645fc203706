// SPDX-License-Identifier: Apache-2.0
/// The cache of one lane as attention uses it: keys, values and token tables, phases of the keys, page bounds, and the
/// rows of the last decode step. There is one for every backend: it computes decode attention on the CPU, and takes a
/// copy of a step that a device has computed. Without torch.
///
/// Slots, units and stored heads: core/cache/kv_cache.h. Thread: inference thread; its loops run in the pool. Pointers
/// and spans that it returns hold until the next call that is not const.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/cache/kv_cache.h"
#include "core/cache/page_bounds.h"
#include "core/engine/attention/attention_pass.h"
#include "core/engine/attention/attention_rules.h"
#include "core/engine/attention/key_phases.h"
#include "core/engine/attention/page_tiles.h"
#include "core/policy/host/loading/cut.h"
#include "kernels/thread_pool.h"

namespace kvw {

class AttentionStore {
 public:
    struct Settings {
        CacheShape shape;
        AttentionRules rules;
        bool keepsLogits = false;   ///< of decode steps, beside the rows
        std::int64_t pageSize = 0;  ///< tokens of a page whose bounds are kept; 0: none are
    };
    /// `pool` outlives this.
    AttentionStore(const Settings& settings, KeyPhases phases, ThreadPool& pool);
    /// Makes a fork: a deep copy, without the rows of the last step. Throws std::bad_alloc.
    AttentionStore(const AttentionStore& other);
    AttentionStore& operator=(const AttentionStore&) = delete;
    ~AttentionStore() = default;

    [[nodiscard]] const KvCache& cache() const noexcept { return m_cache; }
    [[nodiscard]] const CacheShape& shape() const noexcept { return m_cache.shape(); }
    [[nodiscard]] const AttentionRules& rules() const noexcept { return m_rules; }
    [[nodiscard]] const KeyPhases& phases() const noexcept { return m_phases; }
    [[nodiscard]] ThreadPool& pool() const noexcept { return *m_pool; }
    /// Page bounds of all layers; null: none are kept.
    [[nodiscard]] PageBounds* bounds() noexcept { return m_bounds ? &*m_bounds : nullptr; }
    [[nodiscard]] const PageBounds* bounds() const noexcept { return m_bounds ? &*m_bounds : nullptr; }
    /// Returns the scoring of the query heads of `layer` from `head` on.
    [[nodiscard]] Scoring scoring(std::int32_t layer, std::int64_t head) const;
    /// Returns true if the keys of a token stay the same numbers as long as it is held.
    [[nodiscard]] bool keysStay() const noexcept { return !m_phases.hasRanks() && !shape().coded(); }
    /// Most bytes of K and V buffers since the start of the run.
    [[nodiscard]] std::int64_t peakAllocated() const noexcept { return m_peakAllocated; }
    /// Returns the phase of the newest query of the pass, in unit 0 of `layer`.
    [[nodiscard]] std::int64_t newestPhase(std::int32_t layer, const AttentionPass& pass) const {
        return m_phases.ofQuery(pass, pass.count - 1, m_cache.held(layer, 0)) + m_phases.ahead(layer, 0);
    }
    /// Returns true if tokens were inserted or adopted since `markKnown`: no pass of this lane's policy added them.
    [[nodiscard]] bool hasForeignTokens() const noexcept { return m_hasForeignTokens; }
    void markKnown() noexcept { m_hasForeignTokens = false; }

    // A pass. Prefill: `rotateNew`, `reserve` and `append` layer by layer. Decode: `beginDecode`, then layer by layer
    // `rotateNew`, `append`, `rotateQueries` and `attend`.
    void ensurePhases(std::int64_t phases) { m_phases.ensure(phases); }
    Result<void> reserve(std::int32_t layer, std::int64_t tokens);
    /// Makes room for one token in every layer, and for the rows of the step.
    Result<void> beginDecode();
    /// Makes room for a row per layer and query head, as wide as the cache.
    void sizeRows();
    /// Rotates keys [tokens, kv_heads, head_dim] of the pass in place, if they are stored with the phase they have now.
    void rotateNew(std::int32_t layer, const AttentionPass& pass, float* keys) const {
        m_phases.rotateNew(layer, pass, keys);
    }
    /// Appends the tokens of the pass; keys as rotateNew left them, values [tokens, kv_heads, head_dim].
    void append(std::int32_t layer, const AttentionPass& pass, const float* keys, const float* values);
    /// Appends a token to every layer without key and value, for decisions that depend on lengths alone.
    void appendLengths(std::int64_t token);
    /// Takes back what appendLengths appended.
    void dropNewest();
    /// Frees all slots of a layer's first unit and returns the tokens that they held, ascending.
    std::vector<std::int64_t> takeAll(std::int32_t layer);

    /// A decode step that was computed in another memory.
    struct Step {
        std::span<const float> keys, values;              ///< of its token as stored, [layers, stored_heads, head_dim]
        std::span<const float> rows, logits, statistics;  ///< in the layouts below; empty: they stay as they are
    };
    /// Copies such a step, in place of `append` and `attend` of every layer.
    void copyStep(const AttentionPass& pass, const Step& step);

    // Decode attention of one token:
    /// Rotates q [query_heads, head_dim] in place.
    void rotateQueries(std::int32_t layer, const AttentionPass& pass, float* q) const;
    /// Attends to everything held, or to what `read` lists; q as rotateQueries left it, out [query_heads, head_dim].
    /// Writes the rows of the layer.
    void attend(std::int32_t layer, const AttentionPass& pass, const PageTiles* read, const float* q, float* out);
    /// Returns the bytes of K, V and page bounds that such a step reads in a layer.
    [[nodiscard]] std::int64_t bytesRead(std::int32_t layer, const PageTiles& read) const;

    // Rows of the last decode step, [layers, query_heads, rowStride()] by slot, 0 at free slots:
    [[nodiscard]] std::int64_t rowStride() const noexcept { return m_rowStride; }
    [[nodiscard]] const float* row(std::int32_t layer, std::int32_t queryHead) const {
        return m_rows.data() + rowOffset(layer, queryHead);
    }
    /// Logits before the softmax, in the same layout, −infinity at free slots; only with Settings::keepsLogits.
    [[nodiscard]] const float* logits() const { return m_logits.data(); }
    [[nodiscard]] bool keepsLogits() const noexcept { return m_keepsLogits; }
    /// Sets the row of a query head: probs [slots.size()], for a pass that stands for a decode step.
    void setRow(std::int32_t layer, std::int32_t queryHead, std::span<const std::int32_t> slots, const float* probs);

    // Edits:
    /// Frees the slots; ranks, and keys that are stored at their rank, follow.
    void evict(std::span<const Cut> cuts);
    /// Frees the slots; keys and queries keep the phases that they had.
    void evictOnly(std::span<const Cut> cuts);
    /// Frees nothing, and gives keys and queries the phases that they would have behind these cuts.
    void turnAsIfEvicted(std::span<const Cut> cuts);
    /// Gathers the tokens of a layer into buffers of their size.
    Result<void> compact(std::int32_t layer);
    /// Gives back table columns that no layer uses any more.
    void shrinkTables() { m_cache.shrinkTables(); }
    /// Codes what exceeds the full-precision tails of these layers; page bounds become those of the coded keys. `error`
    /// as in KvCache::encode.
    Result<void> encode(std::int32_t firstLayer, std::int32_t layers, RowEncoder& encoder, CodingError* error);
    /// Puts a token into a unit: keys and values [stored heads of the unit, head_dim], as they are stored.
    Result<void> insert(std::int32_t layer, std::int32_t unit, std::int32_t token, const float* keys,
                        const float* values);
    /// Copies the tokens of `other`, which is empty of codes, with their ranks; see KvCache::adopt.
    void adopt(const AttentionStore& other);
    Result<void> leaveMemory() { return m_cache.leaveMemory(); }  ///< KvCache::leaveMemory

    // Rows of K and V, copied:
    /// Reads a key as attention uses it: rotated.
    void readKey(std::int32_t layer, std::int32_t storedHead, std::int32_t slot, float* key) const;
    void readValue(std::int32_t layer, std::int32_t storedHead, std::int32_t slot, float* value) const {
        m_cache.readValue(layer, storedHead, slot, value);
    }
    /// Reads a key as it is stored, for `insert`.
    void readStoredKey(std::int32_t layer, std::int32_t storedHead, std::int32_t slot, float* key) const {
        m_cache.readKey(layer, storedHead, slot, key);
    }

    /// Token tables and statistics in host memory, for views; layout in KvCache. Policies write to statistics.
    [[nodiscard]] std::int64_t* tokens() noexcept { return m_cache.tokens(); }
    [[nodiscard]] float* statistics() noexcept { return m_cache.statistics(); }

 private:
    [[nodiscard]] std::int64_t rowOffset(std::int32_t layer, std::int64_t queryHead) const noexcept {
        return (static_cast<std::int64_t>(layer) * shape().queryHeads + queryHead) * m_rowStride;
    }
    void notePeak();
    /// Appends the tokens with their keys rotated to the rank they get.
    void appendAtRank(std::int32_t layer, const AttentionPass& pass, const float* keys, const float* values);
    /// Adds the stored tokens begin ... end - 1 to the page bounds. If their keys changed, the range must be whole
    /// pages.
    void addPageBounds(std::int32_t layer, std::int64_t begin, std::int64_t end);
    void attendHead(std::int32_t layer, std::int32_t storedHead, const AttentionPass& pass, const PageTiles* read,
                    const float* q, float* out);
    /// Returns the arguments of a head's attention, which point to `rotation`.
    [[nodiscard]] DecodeHead decodeHead(std::int32_t layer, std::int32_t storedHead, const float* q, float* out,
                                        RotateOnRead& rotation);
    /// Returns true if whole heads would leave threads without work while others attend, and a part of a head is worth
    /// two more waits for all threads.
    [[nodiscard]] bool splitsHeads(std::int32_t layer) const;
    /// Computes the attention of all heads, each by several threads. The bits are those of `attendHead`.
    void attendInParts(std::int32_t layer, const float* q, float* out);
    /// Returns the oldest token that the newest one sees through the layer's window.
    [[nodiscard]] std::int64_t oldestSeen(std::int32_t layer, std::int32_t unit, const AttentionPass& pass) const;

    AttentionRules m_rules;
    KvCache m_cache;
    KeyPhases m_phases;
    std::optional<PageBounds> m_bounds;
    ThreadPool* m_pool;
    bool m_keepsLogits;
    bool m_hasForeignTokens = false;
    std::int64_t m_peakAllocated = 0;
    std::int64_t m_rowStride = 0;
    std::vector<float> m_rows, m_logits;
    struct HeadInParts {
        RotateOnRead rotation;
        DecodeHead at;
    };
    std::vector<HeadInParts> m_inParts;  // kept between steps for its memory
};

}  // namespace kvw
