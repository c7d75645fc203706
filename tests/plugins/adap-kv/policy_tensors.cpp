// SPDX-License-Identifier: Apache-2.0
#include "tests/plugins/adap-kv/policy_tensors.h"

#include <ATen/ATen.h>

#include "core/policy/kit/ascending.h"

namespace kvw::test {
namespace {

template <class T>
std::vector<double> sorted(const std::vector<T>& values, std::int64_t width) {
    const at::Tensor rows = at::tensor(values).reshape({-1, width});
    const at::Tensor result = sdk::ascending(rows).contiguous();
    return {result.const_data_ptr<double>(), result.const_data_ptr<double>() + result.numel()};
}

}  // namespace

std::vector<double> ascendingRows(const std::vector<double>& values, std::int64_t width) {
    return sorted(values, width);
}

std::vector<double> ascendingRows(const std::vector<float>& values, std::int64_t width) {
    return sorted(values, width);
}

}  // namespace kvw::test
