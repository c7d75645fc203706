// SPDX-License-Identifier: Apache-2.0
#include "core/policy/kit/competing_scores.h"

#include <ATen/ATen.h>

#include <cmath>
#include <limits>
#include <type_traits>

namespace kvw::sdk {

template <class T>
HeadScores<T> competing_scores(const at::Tensor& scores, const Observation& layer, const Protection& protection) {
    const at::Tensor tokens = layer.tokens.cpu().contiguous();
    const at::Tensor values =
        scores.to(at::kCPU, std::is_floating_point_v<T> ? at::kDouble : at::kLong).expand_as(tokens).contiguous();
    const auto* token = tokens.const_data_ptr<std::int64_t>();
    const auto* value = values.template const_data_ptr<T>();
    const std::int64_t slots = layer.slotCount();
    HeadScores<T> heads(static_cast<std::size_t>(layer.units()));
    for (std::vector<T>& head : heads) {
        for (std::int64_t slot = 0; slot < slots; ++slot, ++token, ++value) {
            if (*token < protection.sinks || *token >= layer.seen - protection.recent || *token < 0) {
                continue;
            }
            if constexpr (std::is_floating_point_v<T>) {
                head.push_back(std::isnan(*value) ? -std::numeric_limits<T>::infinity() : *value);
            } else {
                head.push_back(*value);
            }
        }
    }
    return heads;
}

template HeadScores<double> competing_scores(const at::Tensor&, const Observation&, const Protection&);
template HeadScores<std::int64_t> competing_scores(const at::Tensor&, const Observation&, const Protection&);

}  // namespace kvw::sdk
