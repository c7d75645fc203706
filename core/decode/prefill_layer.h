// SPDX-License-Identifier: Apache-2.0
/// One layer of one prefill pass: attention of the new tokens over cache and themselves, block of queries by block, and
/// exactly the observations the policies asked for. The S x S matrix is never whole. Lanes that read the same prompt
/// into empty caches share it: what they attend to is the same.
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "core/decode/cached_attention.h"

namespace kvw {

/// Lives for one call of CachedAttention::attend or attendTogether. Thread: inference thread.
class CachedAttention::PrefillLayer {
 public:
    /// `owner` is among the lanes and has stored the layer's keys and values; the others are empty, or will be no
    /// fuller.
    PrefillLayer(std::span<Sharer> lanes, CachedAttention& owner, std::int32_t layer);

    /// q [tokens, query_heads, head_dim] before rotation, rotated in place; out likewise. Stopped on request between
    /// two blocks; the policies then saw whole blocks, and nothing of the layer beyond them. A lane that fails is left
    /// out from there on; the call does where none is left.
    Result<void> attend(float* q, float* out);
    /// What the lane's policy sees after it. The lane has stored the layer.
    [[nodiscard]] sdk::Observation observation(const Sharer& lane);

 private:
    void observeQueries(const float* q, Sharer& lane) const;
    /// `areUsed` false: only the phase of the newest is.
    void rotateQueries(float*& q, bool areUsed);
    void gatherAll();
    void attendHead(std::int64_t head, std::int64_t first, std::int64_t rows, const float* q, float* out);
    /// Per row of a block the first key that it sees through the layer's window; empty: all.
    [[nodiscard]] std::vector<std::size_t> windowBegins(std::int64_t head, std::int64_t first, std::int64_t rows) const;
    /// Where the sums of this layer are kept for other passes; null: nowhere.
    [[nodiscard]] std::vector<double>* keptSums() const;
    /// The same of its newest rows and its queries.
    [[nodiscard]] Measured* measured() const;
    /// `visible`: columns that the first of the rows sees.
    void addColumnSums(std::int64_t head, std::int64_t rows, std::int64_t visible);
    void keepLastRows(std::int64_t head, std::int64_t first, std::int64_t rows);
    /// Where a decode step has its rows: the pass stands for one.
    void keepNewestRow(std::int64_t rows);
    Result<void> showRows(std::int64_t first, std::int64_t rows);
    Result<void> showRowsTo(Sharer& lane, std::int64_t first, std::int64_t rows);
    void fillBlockRows(std::int64_t rows);
    /// The tokens by unit as a lane of so many units sees them.
    [[nodiscard]] std::span<const std::vector<std::int32_t>> tokensBy(std::int32_t units);
    /// The lane's own, as long as it is not the only one: a policy may write to what it is shown.
    [[nodiscard]] at::Tensor ownCopy(const at::Tensor& shown) const {
        const bool alone = m_lanes.size() == 1 && m_owner.m_measured == nullptr;
        return !alone && shown.defined() ? shown.clone() : shown;
    }
    void lastLogits(const float* q);
    /// The first query that somebody looks at, of those that begin a block of so many; m_count: none.
    [[nodiscard]] std::int64_t firstWanted(std::int64_t block) const;

    [[nodiscard]] std::size_t unitOf(std::int64_t head) const {
        return static_cast<std::size_t>(m_owner.unitOfQuery(static_cast<std::int32_t>(head)));
    }
    [[nodiscard]] float* probsOf(std::int64_t head, std::int64_t rows) {
        return m_probs.data() + head * rows * m_probsStride;
    }

    std::span<Sharer> m_lanes;
    CachedAttention& m_owner;
    std::int32_t m_layer;
    std::int64_t m_count, m_queryHeads, m_headDim;
    std::vector<std::vector<std::int32_t>> m_order;   ///< per unit: slots in ascending token order
    std::vector<std::vector<std::int32_t>> m_tokens;  ///< per unit: their tokens
    std::int64_t m_most = 0;                          ///< tokens of the fullest unit
    std::int64_t m_slots = 0;
    /// Per stored head, [tokens, head_dim], keys rotated.
    std::vector<std::vector<float>>&m_keys, &m_values;
    std::int64_t m_probsStride = 0;
    std::vector<float>& m_probs;  ///< [query_heads, rows of the block, probsStride]
    std::int64_t m_window = 0;    ///< newest rows that are kept: as many as any lane wants
    std::vector<double> m_sums;   ///< [query_heads, most]
    bool m_addsUp = false;        ///< they are not known yet
    bool m_knowsRows = false;     ///< the newest are those of an earlier pass over this prompt
    at::Tensor m_lastRows, m_blockRows, m_logits;
    std::map<std::int32_t, std::vector<std::vector<std::int32_t>>> m_tokensBy;  ///< units that are not the owner's
};

}  // namespace kvw
