// SPDX-License-Identifier: Apache-2.0
#include "tests/plugins/cascade/leaving_tensors.h"

#include <ATen/ATen.h>

#include "core/policy/kit/on_host.h"
#include "plugins/cascade/leaving.h"
#include "plugins/cascade/moving_average.h"

namespace kvw::test {
namespace {

template <class T>
at::Tensor matrix(const std::vector<std::vector<T>>& rows) {
    std::vector<at::Tensor> all;
    for (const auto& row : rows) {
        all.push_back(at::tensor(row));
    }
    return at::stack(all);
}

template <class T>
std::vector<T> plain(const at::Tensor& tensor) {
    const at::Tensor dense = tensor.contiguous();
    return {dense.const_data_ptr<T>(), dense.const_data_ptr<T>() + dense.numel()};
}

}  // namespace

std::vector<std::int64_t> loserSlots(const CascadeTable& table, std::int64_t younger, bool selection,
                                     bool carriedWinsTies, bool asOnDevice) {
    const sdk::TensorOperations alone(asOnDevice);
    return plain<std::int64_t>(cascade::loser_slots(
        matrix(table.tokens).unsqueeze(0), matrix(table.scores).unsqueeze(0), younger, {selection, carriedWinsTies}));
}

std::vector<std::int64_t> oldestSlots(const CascadeTable& table, std::int64_t sinks, bool asOnDevice) {
    const sdk::TensorOperations alone(asOnDevice);
    return plain<std::int64_t>(cascade::oldest_slots(matrix(table.tokens).unsqueeze(0), sinks));
}

std::vector<float> lowerMedian(const std::vector<std::vector<float>>& heads) {
    return plain<float>(cascade::lower_median(matrix(heads), 0));
}

}  // namespace kvw::test
