// SPDX-License-Identifier: Apache-2.0
#include "tests/plugins/sage/sliding_tensors.h"

#include <ATen/ATen.h>

#include "core/policy/kit/on_host.h"
#include "plugins/sage/sliding.h"

namespace kvw::test {

std::vector<std::int64_t> slidingSlots(const SageTable& table, std::int64_t sinks, std::int64_t anchor,
                                       std::int64_t recent, bool asOnDevice) {
    std::vector<at::Tensor> tokens, chosen;
    for (std::size_t unit = 0; unit < table.tokens.size(); ++unit) {
        tokens.push_back(at::tensor(table.tokens[unit]));
        chosen.push_back(at::tensor(table.chosen[unit]));
    }
    const sdk::TensorOperations alone(asOnDevice);
    const at::Tensor slots =
        sage::sliding_slots(at::stack(tokens).unsqueeze(0), at::stack(chosen).unsqueeze(0), {sinks, recent, anchor});
    if (!slots.defined()) {
        return {};
    }
    const at::Tensor all = slots.contiguous();
    return {all.const_data_ptr<std::int64_t>(), all.const_data_ptr<std::int64_t>() + all.numel()};
}

}  // namespace kvw::test
