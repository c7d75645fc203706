// SPDX-License-Identifier: Apache-2.0
#include "plugins/adap-kv/gini.h"

#include <ATen/ATen.h>

#include <limits>

#include "core/policy/kit/cpu/versions.h"
#include "core/policy/sdk/memo.h"
#include "plugins/adap-kv/ascending.h"

namespace kvw::adap {
namespace {

/// Tells whether every unit has the first `columns` tokens in its first slots, as before any eviction.
bool in_order(const at::Tensor& tokens, std::int64_t columns) {
    return tokens.narrow(-1, 0, columns).equal(at::arange(columns, tokens.options()).expand({tokens.size(0), columns}));
}

KVW_VERSIONS void add_row(const float* row, std::int64_t columns, double* sum) {
    for (std::int64_t column = 0; column < columns; ++column) {
        sum[column] += static_cast<double>(row[column]);
    }
}

/// Returns the mean over the heads of rows [heads, window, slots] f32 in CPU memory, for the first `columns` slots. One
/// row at a time, which stays in the L1 cache, without copies per head; the same additions as in prefix_attention.
at::Tensor mean_on_host(const at::Tensor& rows, std::int64_t columns) {
    const std::int64_t heads = rows.size(0), window = rows.size(1);
    at::Tensor mean = at::zeros({window, columns}, at::TensorOptions(at::kDouble));
    for (std::int64_t query = 0; query < window; ++query) {
        double* sum = mean.data_ptr<double>() + query * columns;
        for (std::int64_t head = 0; head < heads; ++head) {
            add_row(rows.data_ptr<float>() + head * rows.stride(0) + query * rows.stride(1), columns, sum);
        }
    }
    return mean.div_(static_cast<double>(heads));
}

}  // namespace

at::Tensor gini(const at::Tensor& values, const std::vector<std::int64_t>& counts) {
    const std::int64_t width = values.size(-1);
    const at::Tensor sorted = ascending(values);
    const at::Tensor n =
        at::tensor(counts, at::TensorOptions(at::kLong)).to(values.device(), at::kDouble).unsqueeze(-1);
    // Zeros that are no entries sort first and add nothing; entry i stands n - i places before the end.
    const at::Tensor place = at::arange(1 - width, 1, sorted.options()).add(n);
    const at::Tensor weighted = place.mul_(2).sub_(n).sub_(1).mul_(sorted).sum(-1);
    const at::Tensor total = sorted.sum(-1);
    return at::where(total.gt(0), weighted.div(total.mul(n.squeeze(-1))).clamp_min_(0), at::zeros_like(total));
}

at::Tensor entropy_gap(const at::Tensor& values, const std::vector<std::int64_t>& counts) {
    const at::Tensor wide = values.to(at::kDouble);
    const at::Tensor n =
        at::tensor(counts, at::TensorOptions(at::kLong)).to(values.device(), at::kDouble).clamp_min_(1);
    const at::Tensor total = wide.sum(-1, /*keepdim=*/true);
    const at::Tensor shares = wide.div(at::where(total.gt(0), total, at::ones_like(total)));
    const at::Tensor most = n.log();
    const at::Tensor gap = at::xlogy(shares, shares).sum(-1).div_(most).add_(1).clamp_min_(0);
    return at::where(total.squeeze(-1).gt(0).logical_and_(most.gt(0)), gap, at::zeros_like(gap));
}

at::Tensor inequality(const at::Tensor& values, const std::vector<std::int64_t>& counts, Metric metric) {
    return metric == Metric::Entropy ? entropy_gap(values, counts) : gini(values, counts);
}

Metric metric_of(const sdk::Parameters& parameters) {
    return parameters.text("metric") == "entropy" ? Metric::Entropy : Metric::Gini;
}

at::Tensor prefix_attention(const sdk::Observation& layer, std::int64_t window) {
    const std::int64_t columns = layer.seen - window;
    const std::int64_t heads = layer.rows.size(1);
    const at::Tensor rows = layer.rows[0].narrow(1, layer.rows.size(2) - window, window);
    if (rows.is_cpu() && rows.scalar_type() == at::kFloat && rows.stride(-1) == 1 &&
        in_order(layer.tokens[0], columns)) {
        return mean_on_host(rows, columns);
    }
    const at::Tensor age = layer.tokens[0].masked_fill(layer.tokens[0].lt(0), std::numeric_limits<std::int64_t>::max());
    const at::Tensor order =
        age.argsort(-1, /*descending=*/false).narrow(-1, 0, columns);  // the units may keep tokens in different slots
    at::Tensor sum = at::zeros({window, columns}, rows.options().dtype(at::kDouble));
    for (std::int64_t head = 0; head < heads; ++head) {
        sum.add_(rows[head].index_select(-1, order[head * layer.units() / heads]));
    }
    return sum.div_(static_cast<double>(heads));
}

double prefix_inequality(const sdk::Observation& layer, std::int64_t window, Metric metric) {
    if (window <= 0) {
        return 0;
    }
    return sdk::memoized(layer, sdk::measure_name("prefix inequality", window, static_cast<int>(metric)),
                         [&] {
                             const at::Tensor flat = prefix_attention(layer, window).reshape({1, -1});
                             return inequality(flat, {flat.numel()}, metric);
                         })
        .item<double>();
}

}  // namespace kvw::adap
