// SPDX-License-Identifier: Apache-2.0
#include "plugins/sage/sliding.h"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace kvw::sage {

at::Tensor slots_of(const at::Tensor& tokens, std::int64_t token, sdk::Where where) {
    if (!tokens.is_cpu() || where == sdk::Where::Tensors) {
        return tokens.eq(token).to(at::kByte).argmax(-1, true);
    }
    const at::Tensor table = tokens.contiguous();
    const std::int64_t slots = tokens.size(2);
    at::Tensor result = at::empty({tokens.size(0), tokens.size(1), 1}, at::TensorOptions(at::kLong));
    const auto* row = table.const_data_ptr<std::int64_t>();
    auto* out = result.mutable_data_ptr<std::int64_t>();
    for (std::int64_t unit = 0; unit < result.numel(); ++unit, row += slots) {
        out[unit] = std::find(row, row + slots, token) - row;
        if (out[unit] == slots) {
            throw std::logic_error("recent token " + std::to_string(token) + " is not held");
        }
    }
    return result;
}

}  // namespace kvw::sage
