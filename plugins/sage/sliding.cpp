// SPDX-License-Identifier: Apache-2.0
#include "plugins/sage/sliding.h"

#include <vector>

#include "core/policy/kit/cpu/select_host.h"
#include "core/policy/kit/select.h"

namespace kvw::sage {

at::Tensor sliding_slots(const at::Tensor& tokens, const at::Tensor& chosen, const Slide& slide) {
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
