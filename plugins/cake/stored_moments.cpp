// SPDX-License-Identifier: Apache-2.0
#include "plugins/cake/stored_moments.h"

#include <ATen/ATen.h>

namespace kvw::cake {
namespace {

/// Returns the number of rows that have seen each token, at most `window`, at least 1 even at free slots. [layers,
/// units, slots] f64.
at::Tensor observers(const sdk::Observation& seen, std::int64_t window) {
    return seen.tokens.neg().add(seen.seen).clamp_(1, window).to(at::kDouble);
}

}  // namespace

void store_moments(const sdk::RowWindow& a, const StoredMoments& stored) {
    const auto ofGroup = [&](const at::Tensor& perHead) {
        return sdk::reduce_heads(a.seen(), perHead, sdk::Reduce::Mean);
    };
    if (a.size() == 1) {
        stored.mean.copy_(ofGroup(a.rows().select(2, 0)));
        stored.variance.zero_();
        return;
    }
    const auto all = static_cast<double>(a.size());
    const at::Tensor n = sdk::spread_units(observers(a.seen(), a.size()), a.rows().size(1));
    const at::Tensor mean = a.mean().mul(all).div(n);
    // Rows that cannot see the token are zeros: `squares` is the sum of squares of the others, and the mean is theirs.
    const at::Tensor squares = a.variance().mul(all - 1).add(a.mean().square().mul(all));
    const at::Tensor variance = squares.sub(mean.square().mul(n)).div(n.sub(1).clamp_min(1)).clamp_min_(0);
    stored.mean.copy_(ofGroup(mean));
    stored.variance.copy_(ofGroup(at::where(n.gt(1), variance, at::zeros_like(variance))));
}

void refresh_moments(const sdk::Observation& seen, std::int64_t window, const StoredMoments& stored) {
    const at::Tensor a = sdk::reduce_heads(seen, sdk::newest_row(seen), sdk::Reduce::Mean);
    const at::Tensor n = observers(seen, window);
    const at::Tensor mean = stored.mean.to(at::kDouble);
    const at::Tensor d = a.sub(mean);
    const at::Tensor older = stored.variance.to(at::kDouble).mul(n.sub(2)).div(n.sub(1).clamp_min(1));
    stored.mean.copy_(mean.add(d.div(n)));
    stored.variance.copy_(at::where(n.gt(1), older.add(d.square().div(n)), at::zeros_like(d)));
}

}  // namespace kvw::cake
