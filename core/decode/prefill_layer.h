// SPDX-License-Identifier: Apache-2.0
/// One layer of one prefill pass: attention of the new tokens over cache and themselves, block of queries by block, and
/// exactly the observations the policy asked for. The S x S matrix is never whole.
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <vector>

#include "core/decode/cached_attention.h"

namespace kvw {

/// Lives for one call of CachedAttention::attend. Thread: inference thread.
class CachedAttention::PrefillLayer {
 public:
    PrefillLayer(CachedAttention& owner, std::int32_t layer);

    /// q [tokens, query_heads, head_dim] before rotation, rotated in place; out likewise. Stopped on request between
    /// two blocks; the policy then saw whole blocks, and nothing of the layer beyond them.
    Result<void> attend(float* q, float* out);
    /// What the policy sees after it.
    [[nodiscard]] sdk::Observation observation();

 private:
    void observeQueries(const float* q);
    void rotateQueries(float* q);
    void gatherAll();
    void attendHead(std::int64_t head, std::int64_t first, std::int64_t rows, const float* q, float* out);
    /// Per row of a block the first key that it sees through the layer's window; empty: all.
    [[nodiscard]] std::vector<std::size_t> windowBegins(std::int64_t head, std::int64_t first, std::int64_t rows) const;
    void addColumnSums(std::int64_t head, std::int64_t rows);
    void keepLastRows(std::int64_t head, std::int64_t first, std::int64_t rows);
    /// Where a decode step has its rows: the pass stands for one.
    void keepNewestRow(std::int64_t rows);
    Result<void> showRows(std::int64_t first, std::int64_t rows, sdk::Observation& view);
    void lastLogits(const float* q);

    [[nodiscard]] std::size_t unitOf(std::int64_t head) const {
        return static_cast<std::size_t>(m_owner.unitOfQuery(static_cast<std::int32_t>(head)));
    }
    [[nodiscard]] float* probsOf(std::int64_t head, std::int64_t rows) {
        return m_probs.data() + head * rows * m_probsStride;
    }

    CachedAttention& m_owner;
    std::int32_t m_layer;
    std::int64_t m_count, m_queryHeads, m_headDim;
    std::vector<std::vector<std::int32_t>> m_order;   ///< per unit: slots in ascending token order
    std::vector<std::vector<std::int32_t>> m_tokens;  ///< per unit: their tokens
    std::int64_t m_most = 0;                          ///< tokens of the fullest unit
    std::int64_t m_slots = 0;
    std::vector<std::vector<float>> m_keys, m_values;  ///< per stored head, [tokens, head_dim], keys rotated
    std::int64_t m_probsStride = 0;
    std::vector<float> m_probs;  ///< [query_heads, rows of the block, probsStride]
    std::int64_t m_window;
    std::vector<double> m_sums;  ///< [query_heads, most]
    at::Tensor m_lastRows, m_blockRows, m_logits, m_queryMean, m_queryCovariance;
};

}  // namespace kvw
