// SPDX-License-Identifier: Apache-2.0
/// Scores of the Cascading KV Cache: the moving average of the attention that a token receives.
#pragma once

#include <ATen/ATen.h>

#include "core/policy/sdk/observation.h"

namespace kvw::cascade {

enum class HeadReduction : std::uint8_t { Mean, Max, Median };

/// Returns the lower median over a dimension: element (n - 1) div 2 of the ascending values. Uses a sorting network of
/// minima and maxima: at::median sorts column by column, which is 30 times slower for columns of 8.
[[nodiscard]] at::Tensor lower_median(const at::Tensor& values, std::int64_t dim);

struct Average {
    sdk::ModelShape shape;
    sdk::Granularity granularity = sdk::Granularity::Layer;
    HeadReduction heads = HeadReduction::Mean;
    double gamma = 0;

    /// Updates mu <- gamma^m mu + sum_r (1 - gamma) gamma^(m-1-r) a_r, with a_r row r reduced over the heads of a unit.
    /// rows [layers, query_heads, m, slots], mu [layers, units, slots] f32.
    void update(const at::Tensor& mu, const at::Tensor& rows) const;

 private:
    [[nodiscard]] at::Tensor overHeads(const at::Tensor& rows) const;
};

}  // namespace kvw::cascade
