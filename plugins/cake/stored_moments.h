// SPDX-License-Identifier: Apache-2.0
/// The indicator as the paper keeps it: mean and variance of a token's attention are stored with it and refreshed by
/// every decoded row, instead of a score by the newest row alone.
#pragma once

#include <cstdint>

#include "core/policy/sdk/observation.h"
#include "plugins/cake/window_statistics.h"

namespace kvw::cake {

/// Statistics of the slots, [layers, units, slots] f32, written in place: mean over the group of each head's mean and
/// unbiased variance over the last w rows that could see the token.
struct StoredMoments {
    at::Tensor mean, variance;
};

/// After a layer of the prompt; `moments` are those over all of layer.rows, where rows that cannot see a token count 0.
/// Here only the n rows that can see it count.
void store_moments(const sdk::Observation& layer, const WindowMoments& moments, const sdk::ModelShape& shape,
                   const StoredMoments& stored);

/// One row more, a, the group mean of the newest row; n rows have seen the token, at most w. With d = a - mean:
/// mean += d / n, variance = (n - 2) / (n - 1) variance + d^2 / n; exact until n is w, from then on older rows fade.
void refresh_moments(const sdk::Observation& seen, std::int64_t window, const sdk::ModelShape& shape,
                     const StoredMoments& stored);

}  // namespace kvw::cake
