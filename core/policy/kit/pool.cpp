// SPDX-License-Identifier: Apache-2.0
/// Pooling along token order, with slots in any order.
#include <algorithm>
#include <limits>

#include "core/policy/kit/cpu/pool_host.h"
#include "core/policy/kit/cpu/select_host.h"
#include "core/policy/kit/on_host.h"

namespace kvw::sdk {
namespace {

constexpr double kBelowAll = -std::numeric_limits<double>::infinity();

}  // namespace

at::Tensor pool_last(const at::Tensor& values, std::int64_t width, Pool pool) {
    const at::Tensor rows = values.reshape({-1, 1, values.size(-1)});
    // A window that covers the row from every place sees nothing more when it grows; only the divisor of the mean
    // grows.
    const std::int64_t seen = std::min(width, 2 * values.size(-1) + 1);
    if (pool == Pool::Max) {
        return at::max_pool1d(rows, seen, 1, seen / 2).reshape(values.sizes());
    }
    at::Tensor pooled = at::avg_pool1d(rows, seen, 1, seen / 2).reshape(values.sizes());
    return seen == width ? pooled : pooled.mul_(static_cast<double>(seen) / static_cast<double>(width));
}

at::Tensor pool_by_position(const at::Tensor& values, const at::Tensor& tokens, const at::Tensor& range,
                            std::int64_t width, Pool pool, Workers* workers) {
    if (width <= 1 || values.size(-1) == 0) {
        return values.masked_fill(range.logical_not(), 0);
    }
    const at::Tensor age = tokens.expand(at::infer_size(tokens.sizes(), range.sizes()));
    const at::Tensor within = range.expand_as(age);
    const bool sorted = in_order(age, within);
    if (!sorted && on_host(values) && age.is_cpu() && within.is_cpu()) {
        return pooled_on_host(values, age, within, width, pool, workers);
    }
    const at::Tensor outside = range.logical_not();
    // Slots outside the range get the padding value, so that both ends of the range behave like padded ends.
    const at::Tensor padded = values.masked_fill(outside, pool == Pool::Average ? 0.0 : kBelowAll);
    if (sorted) {
        return pool_last(padded, width, pool).masked_fill_(outside, 0);
    }
    const at::Tensor order = age.masked_fill(within.logical_not(), std::numeric_limits<std::int64_t>::max())
                                 .argsort(-1, /*descending=*/false)
                                 .expand_as(values);
    const at::Tensor pooled = pool_last(padded.gather(-1, order), width, pool);
    return at::zeros_like(padded).scatter_(-1, order, pooled).masked_fill_(outside, 0);
}

at::Tensor pool_by_position(const Observation& seen, const at::Tensor& values, const at::Tensor& range,
                            std::int64_t width, Pool pool) {
    const std::int64_t units = seen.units();
    const at::Tensor grouped = values.unflatten(1, {units, values.size(1) / units});
    return pool_by_position(grouped, seen.tokens.unsqueeze(2), range.unsqueeze(2), width, pool, seen.workers)
        .flatten(1, 2);
}

}  // namespace kvw::sdk
