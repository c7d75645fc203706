// SPDX-License-Identifier: Apache-2.0
#include "plugins/cake/stored_moments.h"

#include <ATen/ATen.h>

#include "core/policy/kit/select.h"

namespace kvw::cake {
namespace {

/// Returns the number of rows that have seen each token, at most `window`, at least 1 even at free slots. [layers,
/// units, slots] f64.
at::Tensor observers(const sdk::Observation& seen, std::int64_t window) {
    return seen.tokens.neg().add(seen.seen).clamp_(1, window).to(at::kDouble);
}

}  // namespace

void store_moments(const sdk::Observation& layer, const WindowMoments& moments, const sdk::ModelShape& shape,
                   const StoredMoments& stored) {
    const auto ofGroup = [&](const at::Tensor& perHead) {
        return sdk::reduce_heads(perHead, shape, sdk::Granularity::KvHead, sdk::Reduce::Mean);
    };
    const auto all = static_cast<double>(layer.rows.size(2));
    if (layer.rows.size(2) == 1) {
        stored.mean.copy_(ofGroup(layer.rows.select(2, 0)));
        stored.variance.zero_();
        return;
    }
    const at::Tensor perUnit = observers(layer, layer.rows.size(2));
    const at::Tensor n = perUnit.repeat_interleave(shape.group(), 1);
    const at::Tensor mean = moments.mean.mul(all).div(n);
    // Rows that cannot see the token are zeros: `squares` is the sum of squares of the others, and the mean is theirs.
    const at::Tensor squares = moments.variance.mul(all - 1).add(moments.mean.square().mul(all));
    const at::Tensor variance = squares.sub(mean.square().mul(n)).div(n.sub(1).clamp_min(1)).clamp_min_(0);
    stored.mean.copy_(ofGroup(mean));
    stored.variance.copy_(ofGroup(at::where(n.gt(1), variance, at::zeros_like(variance))));
}

void refresh_moments(const sdk::Observation& seen, std::int64_t window, const sdk::ModelShape& shape,
                     const StoredMoments& stored) {
    const at::Tensor a = sdk::reduce_heads(sdk::newest_row(seen), shape, sdk::Granularity::KvHead, sdk::Reduce::Mean);
    const at::Tensor n = observers(seen, window);
    const at::Tensor mean = stored.mean.to(at::kDouble);
    const at::Tensor d = a.sub(mean);
    const at::Tensor older = stored.variance.to(at::kDouble).mul(n.sub(2)).div(n.sub(1).clamp_min(1));
    stored.mean.copy_(mean.add(d.div(n)));
    stored.variance.copy_(at::where(n.gt(1), older.add(d.square().div(n)), at::zeros_like(d)));
}

}  // namespace kvw::cake
