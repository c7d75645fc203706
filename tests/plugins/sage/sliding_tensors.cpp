// SPDX-License-Identifier: Apache-2.0
#include "tests/plugins/sage/sliding_tensors.h"

#include <ATen/ATen.h>

#include <limits>

#include "plugins/sage/sliding.h"

namespace kvw::test {
namespace {

constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();

/// Does what sliding_slots does, by operations on whole tensors.
at::Tensor byTensors(const at::Tensor& tokens, const at::Tensor& chosen, const sage::Slide& slide) {
    const std::int64_t slots = tokens.size(2);
    const at::Tensor first = slide.recent == 0      ? at::full({1}, kNever, tokens.options())
                             : slots < slide.recent ? at::full({1}, -1, tokens.options())
                                                    : std::get<0>(tokens.kthvalue(slots - slide.recent + 1, -1, true));
    const at::Tensor leaves = tokens.lt(first)
                                  .logical_and(tokens.ge(slide.sinks))
                                  .logical_and(tokens.ge(0))
                                  .logical_and(tokens.ge(slide.anchor).logical_or(chosen.eq(0)));
    const auto most = leaves.sum(-1).max().item<std::int64_t>();
    if (most == 0) {
        return {};
    }
    const at::Tensor order = std::get<1>(leaves.to(at::kByte).sort(true, -1, true)).narrow(-1, 0, most);
    return order.masked_fill(leaves.gather(-1, order).logical_not(), -1);
}

}  // namespace

std::vector<std::int64_t> slidingSlots(const SageTable& table, std::int64_t sinks, std::int64_t anchor,
                                       std::int64_t recent, bool tensors) {
    std::vector<at::Tensor> tokens, chosen;
    for (std::size_t unit = 0; unit < table.tokens.size(); ++unit) {
        tokens.push_back(at::tensor(table.tokens[unit]));
        chosen.push_back(at::tensor(table.chosen[unit]));
    }
    const at::Tensor held = at::stack(tokens).unsqueeze(0), marks = at::stack(chosen).unsqueeze(0);
    const sage::Slide slide{sinks, recent, anchor};
    const at::Tensor slots = tensors ? byTensors(held, marks, slide) : sage::sliding_slots(held, marks, slide);
    if (!slots.defined()) {
        return {};
    }
    const at::Tensor all = slots.contiguous();
    return {all.const_data_ptr<std::int64_t>(), all.const_data_ptr<std::int64_t>() + all.numel()};
}

}  // namespace kvw::test
