// SPDX-License-Identifier: Apache-2.0
#include "core/policy/sdk/key_geometry.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "core/policy/sdk/versions.h"

namespace kvw::sdk {
namespace {

constexpr std::int64_t kBlockTokens = 2048;
constexpr std::size_t kLanes = 8;
constexpr std::size_t kLineFloats = 16;
/// Numbers that take several times as long to read as it takes to hand them to another thread.
constexpr std::size_t kWorthAShare = 1U << 14U;
/// Adding and taking it off rounds numbers of the size of a cosine to multiples of 2^-40.
constexpr double kGrid = 0x1.8p12;
/// A mean of unit vectors that is shorter is the rounding error of one that is 0.
constexpr double kNothing = 1e-12;

/// Sums side by side: one order of additions for every vector, and one that compilers turn into vector code.
template <class Other>
inline __attribute__((always_inline)) double dot(const float* a, const Other* b, std::size_t channels) {
    double lanes[kLanes] = {};
    const std::size_t whole = channels - channels % kLanes;
    for (std::size_t c = 0; c < whole; c += kLanes) {
        for (std::size_t lane = 0; lane < kLanes; ++lane) {
            lanes[lane] += static_cast<double>(a[c + lane]) * static_cast<double>(b[c + lane]);
        }
    }
    double rest = 0;
    for (std::size_t c = whole; c < channels; ++c) {
        rest += static_cast<double>(a[c]) * static_cast<double>(b[c]);
    }
    for (std::size_t half = kLanes / 2; half > 0; half /= 2) {
        for (std::size_t lane = 0; lane < half; ++lane) {
            lanes[lane] += lanes[lane + half];
        }
    }
    return lanes[0] + rest;
}

/// Vectors of one head, [tokens, channels].
struct Head {
    const float* vectors = nullptr;
    std::size_t tokens = 0, channels = 0;
};

/// 1 / length per vector, 0 for a vector of length 0. high, low: the length if it was measured before, or null.
KVW_VERSIONS void measure(const Head& head, float* high, float* low, double* inverse) {
    for (std::size_t t = 0; t < head.tokens; ++t) {
        const float* vector = head.vectors + t * head.channels;
        const bool known = high != nullptr && high[t] > 0;
        const double length = known ? static_cast<double>(high[t]) + static_cast<double>(low[t])
                                    : std::sqrt(dot(vector, vector, head.channels));
        if (!known && high != nullptr) {
            high[t] = static_cast<float>(length);
            low[t] = static_cast<float>(length - static_cast<double>(high[t]));
        }
        inverse[t] = length > 0 ? 1.0 / length : 0.0;
    }
}

/// Vectors [first, behind) of the head that is next, if there is one: both passes find theirs in the processor's cache,
/// and memory would be idle.
struct Ahead {
    const float* vectors = nullptr;
    std::size_t channels = 0;

    __attribute__((always_inline)) void fetch(std::size_t first, std::size_t behind) const {
        for (std::size_t at = first * channels; vectors != nullptr && at < behind * channels; at += kLineFloats) {
            __builtin_prefetch(vectors + at, 0, 2);
        }
    }
};

/// Four vectors for each time that a sum is read and written, added one after the other all the same. Fetches the first
/// half of what is next.
KVW_VERSIONS void add_units(const Head& head, const Ahead& ahead, const double* inverse, double* __restrict sum) {
    const std::size_t channels = head.channels;
    std::size_t t = 0;
    for (; t + 4 <= head.tokens; t += 4) {
        ahead.fetch(t / 2, t / 2 + 2);
        const float* v0 = head.vectors + t * channels;
        const float* v1 = v0 + channels;
        const float* v2 = v1 + channels;
        const float* v3 = v2 + channels;
        const double f0 = inverse[t], f1 = inverse[t + 1], f2 = inverse[t + 2], f3 = inverse[t + 3];
        for (std::size_t c = 0; c < channels; ++c) {
            const double two = sum[c] + static_cast<double>(v0[c]) * f0 + static_cast<double>(v1[c]) * f1;
            sum[c] = two + static_cast<double>(v2[c]) * f2 + static_cast<double>(v3[c]) * f3;
        }
    }
    for (; t < head.tokens; ++t) {
        const float* vector = head.vectors + t * channels;
        const double factor = inverse[t];
        for (std::size_t c = 0; c < channels; ++c) {
            sum[c] += static_cast<double>(vector[c]) * factor;
        }
    }
}

/// Fetches the second half of what is next.
KVW_VERSIONS void project(const Head& head, const Ahead& ahead, const double* direction, double* inverseToCosine) {
    for (std::size_t t = 0; t < head.tokens; ++t) {
        if (t % 2 == 0) {
            ahead.fetch((head.tokens + t) / 2, (head.tokens + t) / 2 + 1);
        }
        const double cosine = dot(head.vectors + t * head.channels, direction, head.channels) * inverseToCosine[t];
        inverseToCosine[t] = (cosine + kGrid) - kGrid;
    }
}

void cosines_of_head(const Head& head, const Ahead& ahead, float* high, float* low, std::span<double> mean,
                     double* cosines) {
    std::fill(mean.begin(), mean.end(), 0.0);
    measure(head, high, low, cosines);
    add_units(head, ahead, cosines, mean.data());
    double squares = 0;
    for (const double channel : mean) {
        squares += channel * channel;
    }
    const double length = std::sqrt(squares);
    const double inverse = length > kNothing * static_cast<double>(head.tokens) ? 1.0 / length : 0.0;
    for (double& channel : mean) {
        channel *= inverse;
    }
    project(head, ahead, mean.data(), cosines);
}

at::Tensor cosines_on_host(const at::Tensor& vectors, const at::Tensor& lengths, Workers* workers) {
    // Of a wider buffer of heads the rows lie together all the same.
    const bool rows = vectors.stride(3) == 1 && vectors.stride(2) == vectors.size(3);
    const at::Tensor dense = rows ? vectors : vectors.contiguous();
    const std::int64_t heads = dense.size(1);
    const auto tokens = static_cast<std::size_t>(dense.size(2)), channels = static_cast<std::size_t>(dense.size(3));
    at::Tensor result = at::empty(dense.sizes().slice(0, 3), at::TensorOptions(at::kDouble));
    const auto* keys = dense.const_data_ptr<float>();
    auto* measured = lengths.defined() ? lengths.mutable_data_ptr<float>() : nullptr;
    auto* out = result.mutable_data_ptr<double>();
    const auto all = static_cast<std::size_t>(dense.size(0) * heads);
    const std::size_t grain = kWorthAShare / std::max<std::size_t>(tokens * channels, 1) + 1;
    const auto vectorsOf = [&](std::int64_t h) {
        return keys + h / heads * dense.stride(0) + h % heads * dense.stride(1);
    };
    in_shares(workers, all, grain, [&](std::size_t begin, std::size_t end) {
        std::vector<double> mean(channels);
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

/// value / length, 0 where the length is 0.
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

at::Tensor cosines_to_mean(const at::Tensor& vectors, const at::Tensor& lengths, Where where, Workers* workers) {
    if (vectors.is_cpu() && where == Where::Anywhere) {
        return cosines_on_host(vectors, lengths, workers);
    }
    const at::Tensor norms = norms_in_order(vectors);
    const at::Tensor units = over(vectors.to(at::kDouble), norms.unsqueeze(-1));
    const at::Tensor mean = units.sum(-2, /*keepdim=*/true);
    const at::Tensor length = norms_in_order(mean).unsqueeze(-1);
    const at::Tensor nothing = length.le(kNothing * static_cast<double>(vectors.size(-2)));
    const at::Tensor direction = mean.div(length).masked_fill_(nothing, 0);
    return units.mul(direction).cumsum(-1).select(-1, -1).add(kGrid).sub_(kGrid);
}

}  // namespace kvw::sdk
