// SPDX-License-Identifier: Apache-2.0
/// Helpers for readers: upper bounds of logits per page, and the best pages by the tie rule.
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>

namespace kvw::sdk {

/// Returns Σ_c max(q_c · minimum_c, q_c · maximum_c) per query head and page, which is at least q · k of every key in
/// the page, unscaled. query [query_heads, head_dim], minimum and maximum [kv_heads, pages, head_dim] f32 ->
/// [query_heads, pages] f32. Equal pages get equal bounds. Source: Quest (Tang et al. 2024), algorithm 1.
[[nodiscard]] at::Tensor page_bounds(const at::Tensor& query, const at::Tensor& minimum, const at::Tensor& maximum);

/// Returns the k best pages per row by (score descending, older page first), NaN worst: score [rows, pages] f32 ->
/// [rows, min(k, pages)] int64, ascending.
[[nodiscard]] at::Tensor best_pages(const at::Tensor& score, std::int64_t k);

}  // namespace kvw::sdk
