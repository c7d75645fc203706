// SPDX-License-Identifier: Apache-2.0
#include "tests/plugins/sage_sliding_tensors.h"

#include <ATen/ATen.h>

#include "plugins/sage/sliding.h"

namespace kvw::test {

std::vector<std::int64_t> slotsOf(const std::vector<std::vector<std::int64_t>>& tokens, std::int64_t token,
                                  bool asOnDevice) {
    std::vector<at::Tensor> units;
    for (const auto& unit : tokens) {
        units.push_back(at::tensor(unit));
    }
    const at::Tensor slots =
        sage::slots_of(at::stack(units).unsqueeze(0), token, asOnDevice ? sdk::Where::Tensors : sdk::Where::Anywhere);
    return {slots.const_data_ptr<std::int64_t>(), slots.const_data_ptr<std::int64_t>() + slots.numel()};
}

}  // namespace kvw::test
