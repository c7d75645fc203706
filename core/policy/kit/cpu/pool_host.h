// SPDX-License-Identifier: Apache-2.0
/// Pooling in CPU memory, used by pool_by_position where slots are not in token order. Tensor operations would sort and
/// gather, which at a decode step costs more than its attention.
#pragma once

#include <ATen/ATen.h>

#include <cstdint>
#include <vector>

#include "core/policy/kit/select.h"

namespace kvw::sdk {

/// Sorts the slots of one row that `range` marks by ascending token; keeps its vectors between rows.
class AgeOrder {
 public:
    const std::vector<std::int32_t>& of(const std::int64_t* tokens, const bool* range, std::int64_t slots);

 private:
    void byPlace(const std::int64_t* tokens, const bool* range, std::int64_t slots, std::int64_t oldest,
                 std::size_t span);
    void bySorting(const std::int64_t* tokens, const bool* range, std::int64_t slots, std::int64_t newest);

    std::vector<std::int32_t> m_order, m_places;
    std::vector<std::uint64_t> m_keys, m_scratch;
};

/// Replaces each entry by the average of `width` neighbours; the ends are padded as in pool_by_position. Every entry
/// comes from the same sequence of operations, so equal neighbourhoods give equal numbers.
void pool_mean(std::vector<double>& list, std::vector<double>& scratch, std::int64_t width);

/// Returns `values` pooled. values [..., slots] f32 or f64; tokens and range expand to it. The rows are shared among
/// `workers`.
[[nodiscard]] at::Tensor pooled_on_host(const at::Tensor& values, const at::Tensor& tokens, const at::Tensor& range,
                                        std::int64_t width, Pool pool, Workers* workers);

}  // namespace kvw::sdk
