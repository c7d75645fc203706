// SPDX-License-Identifier: Apache-2.0
#include "plugins/sage/sliding.h"

#include <limits>
#include <vector>

#include "core/policy/kit/cpu/select_host.h"
#include "core/policy/kit/on_host.h"
#include "core/policy/kit/select.h"

namespace kvw::sage {
namespace {

constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();

at::Tensor by_tensors(const at::Tensor& tokens, const at::Tensor& chosen, const Slide& slide) {
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

at::Tensor sliding_slots(const at::Tensor& tokens, const at::Tensor& chosen, const Slide& slide) {
    if (!sdk::on_host(tokens)) {
        return by_tensors(tokens, chosen, slide);
    }
    const at::Tensor table = tokens.contiguous(), marks = chosen.contiguous();
    const std::int64_t slots = tokens.size(2), units = tokens.size(0) * tokens.size(1);
    const auto* row = table.const_data_ptr<std::int64_t>();
    const auto* mark = marks.const_data_ptr<float>();
    std::vector<std::vector<std::int64_t>> all;
    std::vector<std::int64_t> scratch;
    for (std::int64_t unit = 0; unit < units; ++unit, row += slots, mark += slots) {
        const std::int64_t first = slots < slide.recent ? -1 : sdk::newest_from(row, slots, slide.recent, scratch);
        std::vector<std::int64_t>& found = all.emplace_back();
        for (std::int64_t slot = 0; slot < slots; ++slot) {
            const std::int64_t token = row[slot];
            if (token >= 0 && token < first && token >= slide.sinks && (token >= slide.anchor || mark[slot] == 0)) {
                found.push_back(slot);
            }
        }
    }
    return sdk::padded_slots(all, tokens);
}

}  // namespace kvw::sage
