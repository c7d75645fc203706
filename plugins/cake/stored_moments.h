// SPDX-License-Identifier: Apache-2.0
/// CAKE's decode score as in the paper: mean and variance of a token's attention are stored with the token and updated
/// by every decoded row, instead of a score from the newest row alone.
#pragma once

#include <cstdint>

#include "core/policy/kit/row_window.h"

namespace kvw::cake {

/// Statistics of the slots, [layers, units, slots] f32, written in place: mean and unbiased variance over the last w
/// rows that could see the token; at prefill those of each head, averaged over the group.
struct StoredMoments {
    at::Tensor mean, variance;
};

/// Stores the moments after a layer of the prompt. Those of `a` count the rows that cannot see a token as 0; the stored
/// ones cover only the n rows that can.
void store_moments(const sdk::RowWindow& a, const StoredMoments& stored);

/// 5.5, adds one row: a is the group mean of the newest row, n the number of rows that have seen the token, at most w.
/// With d = a - mean: mean += d / n, variance = (n - 2) / (n - 1) variance + d^2 / n; exact until n = w, after that
/// older rows fade.
void refresh_moments(const sdk::Observation& seen, std::int64_t window, const StoredMoments& stored);

}  // namespace kvw::cake
