// SPDX-License-Identifier: Apache-2.0
/// Attention of one layer of a prefill pass: the new tokens attend to the cache and to themselves, a block of queries
/// at a time. Only the softmax rows of one block are in memory; sums and the newest rows are kept beside them if
/// somebody asks. Without torch: policies are shown the rows by PrefillLayer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <stop_token>
#include <vector>

#include "core/engine/attention/attention_store.h"
#include "core/engine/attention/prompt_blocks.h"

namespace kvw {

/// Lives for one layer. Thread: inference thread; its loops run in the pool.
class BlockAttention {
 public:
    /// Queries of a block. The softmax rows of all its heads stay below kRowFloats numbers unless it has the fewest
    /// queries, so that prefill memory is linear in the prompt.
    static constexpr std::int64_t kLeastRows = 8, kMostRows = 64, kRowFloats = std::int64_t{8} << 20U;

    /// Buffers that are kept from layer to layer, because the system would clear fresh pages for each.
    struct Buffers {
        std::vector<std::vector<float>> keys, values;  ///< per stored head, [tokens, head_dim], keys rotated
        std::vector<float> probs;                      ///< [query_heads, rows of the block, stride()]
        std::vector<float> queries;                    ///< rotated copies, where the queries must stay
    };
    /// Observations of the rows, in memory of the caller.
    struct Kept {
        double* columnSums = nullptr;  ///< [query_heads, most()], to which each row is added; null: none are wanted
        float* lastRows = nullptr;     ///< [query_heads, window, slots()], by slot; null: none are wanted
        std::int64_t window = 0;       ///< number of newest queries whose rows are kept there
    };

    /// The store holds the tokens of the pass in this layer. It outlives this, as pass and buffers do. `there`:
    /// computes the blocks in another memory; null: they are computed here.
    BlockAttention(AttentionStore& store, const AttentionPass& pass, std::int32_t layer, Buffers& buffers,
                   PromptBlocks* there = nullptr);

    /// Number of queries that are computed together; all blocks but the last have as many.
    [[nodiscard]] std::int64_t blockRows() const noexcept;
    /// Tokens of the fullest unit.
    [[nodiscard]] std::int64_t most() const noexcept { return m_most; }
    /// Slots of the unit that uses most.
    [[nodiscard]] std::int64_t slots() const noexcept { return m_slots; }
    /// Numbers between two rows of a block.
    [[nodiscard]] std::int64_t stride() const noexcept { return m_stride; }
    /// Tokens of each unit, ascending: the columns of the rows of its heads.
    [[nodiscard]] std::span<const std::vector<std::int32_t>> tokens() const noexcept { return m_tokens; }
    /// Slots of these tokens.
    [[nodiscard]] const std::vector<std::int32_t>& order(std::int64_t head) const { return m_order[unitOf(head)]; }

    void keep(const Kept& kept) noexcept { m_kept = kept; }
    /// Says that nobody reads `probs` of blocks without a query from `first` on.
    void showRowsFrom(std::int64_t first) noexcept { m_shownFrom = first; }
    /// First failure of the memory that computes the blocks; the results are undefined after it.
    [[nodiscard]] const Result<void>& state() const noexcept { return m_state; }
    /// Rotates the queries q [tokens, query_heads, head_dim], in place or in a copy, and gathers keys and values.
    /// Returns the rotated queries, which the calls below take. Where another memory computes, all queries are null.
    float* begin(float* q, bool inPlace);
    /// Computes queries first ... first + rows - 1, of all heads: out [tokens, query_heads, head_dim]. After a request
    /// to stop some heads are left out.
    void attend(std::int64_t first, std::int64_t rows, const float* q, float* out, const std::stop_token& stop);
    /// Called after the last block, before the column sums are read.
    void endRows();

    // Rows of the block that was computed last:
    /// [query_heads, rows, stride()]; column i of a head is token i of its unit, defined up to the newest token that
    /// the block sees.
    [[nodiscard]] const float* probs() const noexcept { return m_buffers.probs.data(); }
    /// Copies the rows by slot: target [query_heads, targetRows, slots()]. Writes every column that is held.
    void copyBySlot(float* target, std::int64_t targetRows) const;
    /// Writes the newest row to where a decode step has its rows, for a pass that replaces one.
    void storeNewestRow();

    /// Writes the logits of the newest query by slot, target [query_heads, slots()], where it sees a token.
    void lastLogits(const float* q, float* target);

    // For the memory that computes the blocks:
    [[nodiscard]] const AttentionStore& store() const noexcept { return m_store; }
    [[nodiscard]] const AttentionPass& pass() const noexcept { return m_pass; }
    [[nodiscard]] std::int32_t layer() const noexcept { return m_layer; }
    [[nodiscard]] bool keepsSums() const noexcept { return m_kept.columnSums != nullptr; }
    /// Keys and values of a stored head before the pass, [tokens, head_dim], keys rotated; to be copied.
    [[nodiscard]] std::span<const float> olderKeys(std::size_t head) const { return m_buffers.keys[head]; }
    [[nodiscard]] std::span<const float> olderValues(std::size_t head) const { return m_buffers.values[head]; }
    /// Returns for each of these queries the first key that it sees through the layer's window; empty: the layer has
    /// none.
    [[nodiscard]] std::vector<std::size_t> windowBegins(std::int64_t head, std::int64_t first, std::int64_t rows) const;

 private:
    void rotate(float* q) const;
    void gather();
    void attendHead(std::int64_t head, const float* q, float* out);
    /// `visible`: columns that the first of the rows sees.
    void addColumnSums(std::int64_t head, std::int64_t visible);
    void keepLastRows(std::int64_t head);
    [[nodiscard]] bool keepsRows() const noexcept {
        return m_kept.lastRows != nullptr && m_first + m_rows > m_count - m_kept.window;
    }
    /// Copies row r of the block that was computed last by slot; columns that the block does not see are 0.
    void copyRow(std::int64_t head, std::int64_t r, float* target) const;
    void attendThere();

    [[nodiscard]] std::size_t unitOf(std::int64_t head) const {
        return static_cast<std::size_t>(m_store.shape().unitOfQuery(static_cast<std::int32_t>(head)));
    }
    [[nodiscard]] std::size_t storedOf(std::int64_t head) const {
        return static_cast<std::size_t>(head * m_store.shape().storedHeads / m_queryHeads);
    }
    [[nodiscard]] float* probsOf(std::int64_t head) const { return m_buffers.probs.data() + head * m_rows * m_stride; }

    AttentionStore& m_store;
    const AttentionPass& m_pass;
    std::int32_t m_layer;
    Buffers& m_buffers;
    std::int64_t m_count, m_queryHeads, m_headDim;
    std::vector<std::vector<std::int32_t>> m_order;   ///< per unit: slots in ascending token order
    std::vector<std::vector<std::int32_t>> m_tokens;  ///< per unit: their tokens
    std::vector<bool> m_inOrder;                      ///< per unit: slot i is that of its i-th token
    std::int64_t m_most = 0, m_slots = 0, m_stride = 0;
    std::int64_t m_first = 0, m_rows = 0;  ///< queries of the block that was computed last
    Kept m_kept;
    PromptBlocks* m_there;
    std::int64_t m_shownFrom = 0;
    Result<void> m_state;
};

}  // namespace kvw
