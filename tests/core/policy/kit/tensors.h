// SPDX-License-Identifier: Apache-2.0
/// The SDK's tensor functions behind plain vectors, so that the tests need no torch.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace kvw::test {

using Tokens = std::vector<std::int64_t>;

/// One layer axis is enough for shapes; tables are [units][slots], token -1 = free.
struct Table {
    std::int64_t layers = 1;
    std::vector<std::vector<float>> score;  ///< [layers * units][slots]
    std::vector<Tokens> tokens;             ///< likewise
    [[nodiscard]] Tokens held() const;
};

struct Rule {
    Tokens budget;
    std::int64_t sinks = 0, recent = 0;
    bool asOnDevice = false;  ///< by tensor operations
};

/// Tokens that select_evicted frees, per unit, ascending; checks the shape of its answer. `integers`: int64 scores
/// (score * 4, rounded).
[[nodiscard]] std::vector<Tokens> evicted(const Table& table, const Rule& rule, bool integers = false);
/// Number of columns of its answer; -1: undefined tensor.
[[nodiscard]] std::int64_t evictedColumns(const Table& table, const Rule& rule);
[[nodiscard]] std::vector<Tokens> protectedTokens(const Table& table, const Rule& rule);
/// Tokens that keep_best frees, per unit, ascending; `groups` as `table.tokens`. `columns`: those of its answer, -1: an
/// undefined tensor.
[[nodiscard]] std::vector<Tokens> losers(const Table& table, const std::vector<Tokens>& groups, std::int64_t count,
                                         std::int64_t* columns = nullptr);
/// Slots in the order select_top gives them, -1 included.
[[nodiscard]] Tokens top(const std::vector<float>& score, const Tokens& tokens, const std::vector<bool>& candidates,
                         std::int64_t k);
[[nodiscard]] std::vector<float> pooled(const std::vector<float>& values, const Tokens& tokens,
                                        const std::vector<bool>& range, std::int64_t width, bool maximum,
                                        bool asOnDevice = false);
/// pool_by_position of two query heads that share tokens and range, strided as an engine shows them.
[[nodiscard]] std::vector<std::vector<float>> pooledHeads(const std::vector<std::vector<float>>& heads,
                                                          const Tokens& tokens, const std::vector<bool>& range,
                                                          std::int64_t width, bool maximum);
/// reduce_heads on [1, heads, n]; granularity 0 layer, 1 KV head, 2 query head; reduce 0 mean, 1 max, 2 sum.
[[nodiscard]] std::vector<std::vector<float>> reduced(const std::vector<std::vector<float>>& heads,
                                                      std::int64_t kvHeads, int granularity, int reduce);
/// spread_units on [1, units, n].
[[nodiscard]] std::vector<std::vector<float>> spread(const std::vector<std::vector<float>>& units, std::int64_t heads);
/// sum_in_order over `rows` equal rows of `columns` entries each holding `value`.
[[nodiscard]] std::vector<float> sumOfEqualRows(std::int64_t rows, std::int64_t columns, float value);
[[nodiscard]] float sumInOrder(const std::vector<float>& values);
/// page_bounds: queries [query_heads][head_dim], bounds [kv_heads][pages][head_dim] -> [query_heads][pages].
using Rows = std::vector<std::vector<float>>;
[[nodiscard]] Rows pageBounds(const Rows& queries, const std::vector<Rows>& low, const std::vector<Rows>& high,
                              bool asOnDevice);
/// best_pages, per row.
[[nodiscard]] std::vector<Tokens> bestPages(const Rows& score, std::int64_t k, bool asOnDevice);
[[nodiscard]] std::int64_t oneShotBudget(std::int64_t capacity, double removed, std::int64_t promptTokens);
/// Budgets of one_shot_allocator in a model of `layers` layers.
[[nodiscard]] Tokens oneShotTotals(std::int64_t capacity, double removed, std::int64_t skipLayers, std::int64_t layers,
                                   std::int64_t promptTokens);
/// measure_name of what a policy may depend on.
[[nodiscard]] std::string measureName(std::int64_t whole, double real, bool flag);
/// Calls a function that is computed once per prompt, five times `times`; returns the name of the measurement too,
/// empty without a memo.
[[nodiscard]] std::pair<std::string, std::int64_t> oncePerPrompt(std::int64_t times, bool withMemo);
/// Returns the sentence that `compose` throws for a budget with these needs; empty: none.
[[nodiscard]] std::string refusedBudget(std::int64_t statistics, bool rowBlocks, bool reencode);

}  // namespace kvw::test
