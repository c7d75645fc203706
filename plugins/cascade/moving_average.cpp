// SPDX-License-Identifier: Apache-2.0
#include "plugins/cascade/moving_average.h"

#include <cmath>
#include <vector>

#include "core/policy/kit/select.h"

namespace kvw::cascade {
namespace {

struct Comparator {
    std::size_t low = 0, high = 0;
    bool wantsLow = false, wantsHigh = false;
};

/// Returns Batcher's merge exchange for any number of wires (Knuth, vol. 3, algorithm 5.2.2M); the flags of each
/// comparator mark the outputs that wire `wanted` depends on.
std::vector<Comparator> network(std::size_t wires, std::size_t wanted) {
    std::vector<Comparator> all;
    std::size_t top = 1;
    while (2 * top < wires) {
        top *= 2;
    }
    for (std::size_t p = top; p > 0; p /= 2) {
        std::size_t q = top;
        std::size_t r = 0;
        std::size_t d = p;
        for (;;) {
            for (std::size_t i = 0; i + d < wires; ++i) {
                if ((i & p) == r) {
                    all.push_back({i, i + d});
                }
            }
            if (q == p) {
                break;
            }
            d = q - p;
            q /= 2;
            r = p;
        }
    }
    std::vector<bool> needed(wires, false);
    needed[wanted] = true;
    for (auto comparator = all.rbegin(); comparator != all.rend(); ++comparator) {
        comparator->wantsLow = needed[comparator->low];
        comparator->wantsHigh = needed[comparator->high];
        needed[comparator->low] = needed[comparator->high] = comparator->wantsLow || comparator->wantsHigh;
    }
    return all;
}

}  // namespace

at::Tensor lower_median(const at::Tensor& values, std::int64_t dim) {
    std::vector<at::Tensor> wires = values.unbind(dim);
    const std::size_t middle = (wires.size() - 1) / 2;
    for (const Comparator& c : network(wires.size(), middle)) {
        const at::Tensor low = c.wantsLow ? at::minimum(wires[c.low], wires[c.high]) : at::Tensor();
        const at::Tensor high = c.wantsHigh ? at::maximum(wires[c.low], wires[c.high]) : at::Tensor();
        wires[c.low] = c.wantsLow ? low : wires[c.low];
        wires[c.high] = c.wantsHigh ? high : wires[c.high];
    }
    return wires[middle];
}

/// Reduces [layers, query_heads, rows, slots] -> [layers, units, rows, slots].
at::Tensor Average::overHeads(const at::Tensor& rows) const {
    const std::int64_t units = shape.units(granularity);
    const at::Tensor grouped = rows.unflatten(1, {units, shape.queryHeads / units});
    switch (heads) {
        case HeadReduction::Max:
            return grouped.amax(2);
        case HeadReduction::Median:
            return lower_median(grouped, 2);
        case HeadReduction::Mean:
            break;
    }
    // Head by head into one tensor: the blocks of a prompt are large, and pairwise sums would allocate each time.
    at::Tensor sum = grouped.select(2, 0).clone();
    for (std::int64_t head = 1; head < grouped.size(2); ++head) {
        sum.add_(grouped.select(2, head));
    }
    return sum.div_(static_cast<double>(grouped.size(2)));
}

void Average::update(const at::Tensor& mu, const at::Tensor& rows) const {
    const std::int64_t count = rows.size(2);
    const at::Tensor attention = overHeads(rows);
    // In double, since gamma may be 0.9999999.
    at::Tensor next = mu.to(at::kDouble).mul_(std::pow(gamma, static_cast<double>(count)));
    if (count == 1) {
        next.add_(attention.select(2, 0), 1 - gamma);
    } else {
        std::vector<float> weights;
        for (std::int64_t r = 0; r < count; ++r) {
            weights.push_back(static_cast<float>((1 - gamma) * std::pow(gamma, static_cast<double>(count - 1 - r))));
        }
        const at::Tensor weight = at::tensor(weights, at::TensorOptions(at::kFloat)).to(rows.device());
        next.add_(sdk::sum_in_order(attention.mul(weight.unsqueeze(1)), 2));
    }
    mu.copy_(next);
}

}  // namespace kvw::cascade
