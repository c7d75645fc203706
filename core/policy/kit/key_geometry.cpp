// SPDX-License-Identifier: Apache-2.0
#include "core/policy/kit/key_geometry.h"

#include <algorithm>
#include <vector>

#include "core/policy/kit/cpu/key_geometry_host.h"
#include "core/policy/kit/on_host.h"

namespace kvw::sdk {
namespace {

constexpr std::int64_t kBlockTokens = 2048;
/// Count of floats that take several times as long to read as it takes to hand them to another thread.
constexpr std::size_t kNormGrain = 1U << 14U;

struct Mean {
    std::vector<std::int64_t> sum;
    std::vector<double> direction;
};

void cosines_of_head(const Head& head, const Ahead& ahead, float* high, float* low, Mean& mean, double* cosines) {
    const UnitGrid grid(head.tokens);
    std::fill(mean.sum.begin(), mean.sum.end(), 0);
    measure(head, high, low, cosines);
    add_units(head, ahead, grid, cosines, mean.sum.data());
    (void)direct(mean.sum, grid, head.tokens, mean.direction);
    project(head, ahead, mean.direction.data(), cosines);
}

at::Tensor cosines_on_host(const at::Tensor& vectors, const at::Tensor& lengths, Workers* workers) {
    // In a wider buffer of heads, the rows of one head are still contiguous.
    const bool rows = vectors.stride(3) == 1 && vectors.stride(2) == vectors.size(3);
    const at::Tensor dense = rows ? vectors : vectors.contiguous();
    const std::int64_t heads = dense.size(1);
    const auto tokens = static_cast<std::size_t>(dense.size(2)), channels = static_cast<std::size_t>(dense.size(3));
    at::Tensor result = at::empty(dense.sizes().slice(0, 3), at::TensorOptions(at::kDouble));
    const auto* keys = dense.const_data_ptr<float>();
    auto* measured = lengths.defined() ? lengths.mutable_data_ptr<float>() : nullptr;
    auto* out = result.mutable_data_ptr<double>();
    const auto all = static_cast<std::size_t>(dense.size(0) * heads);
    const std::size_t grain = kNormGrain / std::max<std::size_t>(tokens * channels, 1) + 1;
    const auto vectorsOf = [&](std::int64_t h) {
        return keys + h / heads * dense.stride(0) + h % heads * dense.stride(1);
    };
    in_shares(workers, all, grain, [&](std::size_t begin, std::size_t end) {
        Mean mean{std::vector<std::int64_t>(channels), std::vector<double>(channels)};
        const auto behind = static_cast<std::int64_t>(end);
        for (auto h = static_cast<std::int64_t>(begin); h < behind; ++h) {
            const Head head{vectorsOf(h), tokens, channels};
            const Ahead ahead{h + 1 < behind ? vectorsOf(h + 1) : nullptr, channels};
            float* high = nullptr;
            float* low = nullptr;
            if (measured != nullptr) {
                high = measured + h / heads * lengths.stride(1) + h % heads * lengths.stride(2);
                low = high + lengths.stride(0);
            }
            cosines_of_head(head, ahead, high, low, mean, out + h * static_cast<std::int64_t>(tokens));
        }
    });
    return result;
}

/// Returns value / length, 0 where the length is 0.
at::Tensor over(const at::Tensor& value, const at::Tensor& length) {
    return value.div(length).masked_fill_(length.eq(0), 0);
}

}  // namespace

at::Tensor norms_in_order(const at::Tensor& vectors) {
    const std::int64_t tokens = vectors.size(-2);
    std::vector<at::Tensor> blocks;
    for (std::int64_t first = 0; first < tokens; first += kBlockTokens) {
        const at::Tensor block = vectors.narrow(-2, first, std::min(kBlockTokens, tokens - first));
        // The last entry of a running sum is the sum in order.
        const at::Tensor squares = block.to(at::kDouble, /*non_blocking=*/false, /*copy=*/true).square_();
        blocks.push_back(squares.cumsum(-1).select(-1, -1).sqrt_());
    }
    return blocks.size() == 1 ? blocks.front() : at::cat(blocks, -1);
}

at::Tensor cosines_to_mean(const Observation& seen) {
    return cosines_to_mean(seen.keys, seen.keysStay ? seen.statistics : at::Tensor(), seen.workers);
}

at::Tensor cosines_to_mean(const at::Tensor& vectors, const at::Tensor& lengths, Workers* workers) {
    if (on_host(vectors)) {
        return cosines_on_host(vectors, lengths, workers);
    }
    const at::Tensor norms = norms_in_order(vectors);
    const at::Tensor units = over(vectors.to(at::kDouble), norms.unsqueeze(-1));
    const auto tokens = static_cast<std::size_t>(vectors.size(-2));
    const UnitGrid grid(tokens);
    const at::Tensor steps = units.add(grid.shift()).sub_(grid.shift()).div_(grid.step()).to(at::kLong);
    const at::Tensor mean = steps.sum(-2, /*keepdim=*/true).to(at::kDouble).mul_(grid.step());
    const at::Tensor length = norms_in_order(mean).unsqueeze(-1);
    const at::Tensor nothing = length.le(no_direction(tokens));
    const at::Tensor direction = mean.div(length).masked_fill_(nothing, 0);
    return units.mul(direction).cumsum(-1).select(-1, -1).add(kCosineGrid).sub_(kCosineGrid);
}

}  // namespace kvw::sdk
