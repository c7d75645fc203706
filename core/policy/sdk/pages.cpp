// SPDX-License-Identifier: Apache-2.0
#include "core/policy/sdk/pages.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <vector>

namespace kvw::sdk {

namespace {

/// A query as the part that meets the upper bounds and the part that meets the lower ones: of the products of a channel
/// the larger is that with the upper bound where q >= 0, else the other. No maximum is left to take, so the compiler
/// can use vectors.
struct SplitQueries {
    SplitQueries(const float* queries, std::int64_t count)
        : upper(static_cast<std::size_t>(count)), lower(static_cast<std::size_t>(count)) {
        for (std::int64_t i = 0; i < count; ++i) {
            upper[static_cast<std::size_t>(i)] = std::max(queries[i], 0.0F);
            lower[static_cast<std::size_t>(i)] = std::min(queries[i], 0.0F);
        }
    }
    std::vector<float> upper, lower;
};

using Vector = float __attribute__((vector_size(16)));
constexpr std::int64_t kVectors = 4;
constexpr std::int64_t kVectorLanes = 4;

Vector load(const float* from) {
    Vector vector;
    std::memcpy(&vector, from, sizeof(vector));
    return vector;
}

/// The sums of sixteen channels apart, added at the end in one order: every page goes through the same additions. Never
/// inlined: inside of the loops over heads and pages the compiler takes the vectors apart again.
[[gnu::noinline]] float bound(const float* upper, const float* lower, const float* low, const float* high,
                              std::int64_t width) {
    std::array<Vector, kVectors> sums{};
    std::int64_t c = 0;
    for (; c + kVectors * kVectorLanes <= width; c += kVectors * kVectorLanes) {
        for (std::int64_t i = 0; i < kVectors; ++i) {
            const std::int64_t at = c + i * kVectorLanes;
            sums[static_cast<std::size_t>(i)] += load(upper + at) * load(high + at) + load(lower + at) * load(low + at);
        }
    }
    const Vector sum = (sums[0] + sums[2]) + (sums[1] + sums[3]);
    std::array<float, kVectorLanes> lanes{};
    std::memcpy(lanes.data(), &sum, sizeof(sum));
    for (std::int64_t i = 0; c + i < width; ++i) {
        lanes[static_cast<std::size_t>(i % kVectorLanes)] += upper[c + i] * high[c + i] + lower[c + i] * low[c + i];
    }
    return (lanes[0] + lanes[2]) + (lanes[1] + lanes[3]);
}

at::Tensor boundsOnHost(const at::Tensor& query, const at::Tensor& minimum, const at::Tensor& maximum) {
    const at::Tensor q = query.contiguous();
    const std::int64_t heads = query.size(0);
    const std::int64_t group = heads / minimum.size(0);
    const std::int64_t pages = minimum.size(1);
    const std::int64_t width = query.size(1);
    at::Tensor scores = at::empty({heads, pages}, at::kFloat);
    auto* out = scores.mutable_data_ptr<float>();
    const SplitQueries queries(q.const_data_ptr<float>(), q.numel());
    const auto* low = minimum.const_data_ptr<float>();
    const auto* high = maximum.const_data_ptr<float>();
    for (std::int64_t h = 0; h < minimum.size(0); ++h) {
        for (std::int64_t p = 0; p < pages; ++p) {
            const float* pageLow = low + h * minimum.stride(0) + p * minimum.stride(1);
            const float* pageHigh = high + h * maximum.stride(0) + p * maximum.stride(1);
            for (std::int64_t g = h * group; g < (h + 1) * group; ++g) {
                out[g * pages + p] =
                    bound(queries.upper.data() + g * width, queries.lower.data() + g * width, pageLow, pageHigh, width);
            }
        }
    }
    return scores;
}

at::Tensor bestOnHost(const at::Tensor& score, std::int64_t k) {
    const at::Tensor host = score.contiguous();
    const std::int64_t rows = host.size(0);
    const std::int64_t pages = host.size(1);
    at::Tensor best = at::empty({rows, k}, at::kLong);
    std::vector<std::int64_t> order(static_cast<std::size_t>(pages));
    for (std::int64_t r = 0; r < rows; ++r) {
        const float* row = host.const_data_ptr<float>() + r * pages;
        const auto value = [row](std::int64_t page) {
            return std::isnan(row[page]) ? -std::numeric_limits<float>::infinity() : row[page];
        };
        for (std::int64_t p = 0; p < pages; ++p) {
            order[static_cast<std::size_t>(p)] = p;
        }
        const auto better = [&](std::int64_t a, std::int64_t b) {
            return value(a) != value(b) ? value(a) > value(b) : a < b;
        };
        if (k < pages) {
            std::nth_element(order.begin(), order.begin() + k, order.end(), better);
            std::sort(order.begin(), order.begin() + k);
        }
        std::copy_n(order.begin(), k, best.mutable_data_ptr<std::int64_t>() + r * k);
    }
    return best;
}

}  // namespace

at::Tensor page_bounds(const at::Tensor& query, const at::Tensor& minimum, const at::Tensor& maximum, Where where) {
    if (query.dim() != 2 || minimum.dim() != 3 || maximum.sizes() != minimum.sizes() ||
        query.size(1) != minimum.size(2) || query.size(0) % minimum.size(0) != 0) {
        throw std::invalid_argument(
            "page bounds need a query [query_heads, head_dim] and bounds [kv_heads, pages, "
            "head_dim]");
    }
    const bool rows = minimum.stride(2) == 1 && maximum.stride(2) == 1;
    if (where == Where::Anywhere && query.is_cpu() && rows) {
        return boundsOnHost(query, minimum, maximum);
    }
    const at::Tensor q = query.view({minimum.size(0), -1, 1, query.size(1)});
    const at::Tensor products = at::maximum(q.mul(minimum.unsqueeze(1)), q.mul(maximum.unsqueeze(1)));
    return sum_in_order(products, -1).reshape({query.size(0), minimum.size(1)});
}

at::Tensor best_pages(const at::Tensor& score, std::int64_t k, Where where) {
    const std::int64_t most = std::max<std::int64_t>(0, std::min(k, score.size(1)));
    if (where == Where::Anywhere && score.is_cpu()) {
        return bestOnHost(score, most);
    }
    const at::Tensor pages = at::arange(score.size(1), score.options().dtype(at::kLong)).expand_as(score);
    return std::get<0>(select_top(score, pages, at::ones_like(score, at::kBool), most).sort(-1));
}

}  // namespace kvw::sdk
