// SPDX-License-Identifier: Apache-2.0
/// Observations of one layer of a prefill pass, made while BlockAttention computes it: exactly those that policies and
/// recordings asked for. Lanes that read the same prompt into empty caches share the layer, because they attend to the
/// same tokens.
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "core/engine/attention/block_attention.h"
#include "core/engine/attention/cached_attention.h"
#include "core/engine/attention/shared_prefill.h"

namespace kvw {

/// Lives for one call of CachedAttention::attend or attendTogether. Thread: inference thread.
class PrefillLayer {
 public:
    /// Lane that computes the attention for all, with its store and its buffers.
    struct Owner {
        const CachedAttention& attention;
        AttentionStore& store;
        BlockAttention::Buffers& buffers;
    };
    /// `owner` is one of the lanes and has stored the layer's keys and values; the other lanes hold the same tokens of
    /// the layer, or nothing yet.
    /// `there`: where the queries are and the attention is computed; null: here.
    PrefillLayer(std::span<PrefillLane> lanes, const Owner& owner, std::int32_t layer, PromptBlocks* there = nullptr);

    /// Computes the attention. q [tokens, query_heads, head_dim] before rotation, rotated in place; out has the same
    /// shape. Both are null if it is computed there. A request to stop ends it between two blocks; the policies have
    /// then seen whole blocks, and nothing of the layer beyond them. A lane that fails is left out from there on; the
    /// call fails if no lane is left.
    Result<void> attend(float* q, float* out);
    /// Returns what the lane's policy sees after `attend`. The lane has stored the layer.
    [[nodiscard]] sdk::Observation observation(const PrefillLane& lane);

 private:
    /// Shows the lanes the moments of their queries.
    Result<void> observeQueries(const float* q);
    void observeQueries(const float* q, PrefillLane& lane) const;
    /// Returns the place where the sums of this layer are kept for other passes; null: they are not kept.
    [[nodiscard]] std::vector<double>* keptSums() const;
    /// Returns the same for its newest rows and the moments of its queries.
    [[nodiscard]] PromptMemory::Layer* measured() const;
    Result<void> showRows(std::int64_t first, std::int64_t rows);
    Result<void> showRowsTo(PrefillLane& lane, std::int64_t first, std::int64_t rows);
    void fillBlockRows(std::int64_t rows);
    /// Returns the tokens by unit as a lane with `units` units sees them.
    [[nodiscard]] std::span<const std::vector<std::int32_t>> tokensBy(std::int32_t units);
    /// Returns a copy unless nobody else uses the tensor: a policy may write to what it is shown.
    [[nodiscard]] at::Tensor ownCopy(const at::Tensor& shown) const {
        const PromptMemory* memory = m_owner.memory();
        const bool alone = m_lanes.size() == 1 && (memory == nullptr || !memory->keepsEverything());
        return !alone && shown.defined() ? shown.clone() : shown;
    }
    /// Returns the first query whose row is needed, among those that begin a block of `block` queries; m_count: none.
    [[nodiscard]] std::int64_t firstWanted(std::int64_t block) const;
    /// Returns the first query whose row a policy or a listener reads as a block; m_count: none.
    [[nodiscard]] std::int64_t firstShown() const;

    std::span<PrefillLane> m_lanes;
    const CachedAttention& m_owner;
    const AttentionPass& m_pass;
    std::int32_t m_layer;
    std::int64_t m_count, m_queryHeads, m_headDim;
    PromptBlocks* m_there;
    BlockAttention m_blocks;
    std::int64_t m_window = 0;    ///< newest rows that are kept: as many as any lane wants
    std::vector<double> m_sums;   ///< [query_heads, BlockAttention::most()]
    bool m_computesSums = false;  ///< the sums have to be computed
    bool m_knowsRows = false;     ///< the newest rows are those of an earlier pass over this prompt
    at::Tensor m_lastRows, m_blockRows, m_logits;
    std::map<std::int32_t, std::vector<std::vector<std::int32_t>>> m_tokensBy;  ///< for other numbers of units
};

}  // namespace kvw
