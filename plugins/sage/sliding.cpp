// SPDX-License-Identifier: Apache-2.0
#include "plugins/sage/sliding.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <vector>

namespace kvw::sage {
namespace {

constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();

/// Returns the oldest of the newest `recent` held tokens; kNever for 0 recent, -1 if the unit has fewer slots.
std::int64_t first_recent(const std::int64_t* tokens, std::int64_t slots, std::int64_t recent,
                          std::vector<std::int64_t>& scratch) {
    if (recent == 0 || slots < recent) {
        return recent == 0 ? kNever : -1;
    }
    // Usually none of them is missing, so counting beats sorting.
    const std::int64_t guess = *std::max_element(tokens, tokens + slots) - recent + 1;
    if (std::count_if(tokens, tokens + slots, [guess](std::int64_t token) { return token >= guess; }) == recent) {
        return guess;
    }
    scratch.assign(tokens, tokens + slots);
    std::nth_element(scratch.begin(), scratch.begin() + (recent - 1), scratch.end(), std::greater<>());
    return scratch[static_cast<std::size_t>(recent - 1)];
}

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

at::Tensor sliding_slots(const at::Tensor& tokens, const at::Tensor& chosen, const Slide& slide, sdk::Where where) {
    if (!tokens.is_cpu() || where == sdk::Where::Tensors) {
        return by_tensors(tokens, chosen, slide);
    }
    const at::Tensor table = tokens.contiguous(), marks = chosen.contiguous();
    const std::int64_t slots = tokens.size(2), units = tokens.size(0) * tokens.size(1);
    const auto* row = table.const_data_ptr<std::int64_t>();
    const auto* mark = marks.const_data_ptr<float>();
    std::vector<std::vector<std::int64_t>> all;
    std::vector<std::int64_t> scratch;
    std::size_t most = 0;
    for (std::int64_t unit = 0; unit < units; ++unit, row += slots, mark += slots) {
        const std::int64_t first = first_recent(row, slots, slide.recent, scratch);
        std::vector<std::int64_t>& found = all.emplace_back();
        for (std::int64_t slot = 0; slot < slots; ++slot) {
            const std::int64_t token = row[slot];
            if (token >= 0 && token < first && token >= slide.sinks && (token >= slide.anchor || mark[slot] == 0)) {
                found.push_back(slot);
            }
        }
        most = std::max(most, found.size());
    }
    if (most == 0) {
        return {};
    }
    at::Tensor result = at::full({units, static_cast<std::int64_t>(most)}, -1, at::TensorOptions(at::kLong));
    auto* out = result.mutable_data_ptr<std::int64_t>();
    for (const auto& found : all) {
        std::copy(found.begin(), found.end(), out);
        out += most;
    }
    return result.view({tokens.size(0), tokens.size(1), -1});
}

}  // namespace kvw::sage
