// SPDX-License-Identifier: Apache-2.0
#include "core/policy/kit/pages.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <vector>

#include "core/policy/kit/cpu/versions.h"
#include "core/policy/kit/on_host.h"
#include "core/policy/kit/select.h"

namespace kvw::sdk {

namespace {

constexpr std::int64_t kBoundLanes = 16;

/// Queries split into their positive part, which meets upper bounds, and their negative part, which meets lower bounds:
/// the larger product of a channel is the one with the upper bound if q >= 0, else the other. So no maximum is left to
/// take, and the compiler can vectorise.
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

/// Returns the bound of one page. Adds in sixteen lanes that are summed at the end in a fixed order, so every page goes
/// through the same additions.
inline __attribute__((always_inline)) float bound(const float* upper, const float* lower, const float* low,
                                                  const float* high, std::int64_t width) {
    std::array<float, kBoundLanes> sums{};
    std::int64_t c = 0;
    for (; c + kBoundLanes <= width; c += kBoundLanes) {
        for (std::int64_t i = 0; i < kBoundLanes; ++i) {
            sums[static_cast<std::size_t>(i)] += upper[c + i] * high[c + i] + lower[c + i] * low[c + i];
        }
    }
    for (std::int64_t i = 0; c + i < width; ++i) {
        sums[static_cast<std::size_t>(i)] += upper[c + i] * high[c + i] + lower[c + i] * low[c + i];
    }
    for (std::size_t half = kBoundLanes / 2; half > 0; half /= 2) {
        for (std::size_t i = 0; i < half; ++i) {
            sums[i] += sums[i + half];
        }
    }
    return sums[0];
}

/// Writes the bounds of one KV head for the `group` queries that read it. Strides: floats from page to page. out
/// [group, pages].
KVW_VERSIONS void boundsOfHead(const float* upper, const float* lower, std::int64_t group, const float* low,
                               std::int64_t lowStride, const float* high, std::int64_t highStride, std::int64_t pages,
                               std::int64_t width, float* out) {
    for (std::int64_t p = 0; p < pages; ++p) {
        for (std::int64_t g = 0; g < group; ++g) {
            out[g * pages + p] =
                bound(upper + g * width, lower + g * width, low + p * lowStride, high + p * highStride, width);
        }
    }
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
        boundsOfHead(queries.upper.data() + h * group * width, queries.lower.data() + h * group * width, group,
                     low + h * minimum.stride(0), minimum.stride(1), high + h * maximum.stride(0), maximum.stride(1),
                     pages, width, out + h * group * pages);
    }
    return scores;
}

at::Tensor bestOnHost(const at::Tensor& score, std::int64_t k) {
    const at::Tensor host = score.contiguous();
    const std::int64_t rows = host.size(0);
    const std::int64_t pages = host.size(1);
    at::Tensor best = at::empty({rows, k}, at::kLong);
    std::vector<std::int64_t> order(static_cast<std::size_t>(pages));
    std::vector<float> values(order.size());
    for (std::int64_t r = 0; r < rows; ++r) {
        const float* row = host.const_data_ptr<float>() + r * pages;
        std::transform(row, row + pages, values.begin(),
                       [](float value) { return std::isnan(value) ? -std::numeric_limits<float>::infinity() : value; });
        std::iota(order.begin(), order.end(), 0);
        const auto better = [&values](std::int64_t a, std::int64_t b) {
            const float first = values[static_cast<std::size_t>(a)], second = values[static_cast<std::size_t>(b)];
            return first != second ? first > second : a < b;
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

at::Tensor page_bounds(const at::Tensor& query, const at::Tensor& minimum, const at::Tensor& maximum) {
    if (query.dim() != 2 || minimum.dim() != 3 || maximum.sizes() != minimum.sizes() ||
        query.size(1) != minimum.size(2) || query.size(0) % minimum.size(0) != 0) {
        throw std::invalid_argument(
            "page bounds need a query [query_heads, head_dim] and bounds [kv_heads, pages, "
            "head_dim]");
    }
    const bool rows = minimum.stride(2) == 1 && maximum.stride(2) == 1;
    if (on_host(query) && rows) {
        return boundsOnHost(query, minimum, maximum);
    }
    const at::Tensor q = query.view({minimum.size(0), -1, 1, query.size(1)});
    const at::Tensor products = at::maximum(q.mul(minimum.unsqueeze(1)), q.mul(maximum.unsqueeze(1)));
    return sum_in_order(products, -1).reshape({query.size(0), minimum.size(1)});
}

at::Tensor best_pages(const at::Tensor& score, std::int64_t k) {
    const std::int64_t most = std::max<std::int64_t>(0, std::min(k, score.size(1)));
    if (on_host(score)) {
        return bestOnHost(score, most);
    }
    const at::Tensor pages = at::arange(score.size(1), score.options().dtype(at::kLong)).expand_as(score);
    return std::get<0>(select_top(score, pages, at::ones_like(score, at::kBool), most).sort(-1));
}

}  // namespace kvw::sdk
