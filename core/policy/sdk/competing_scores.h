// SPDX-License-Identifier: Apache-2.0
/// What competes for a layer's budget, on the host: the scores of the tokens that are not protected.
#pragma once

#include <ATen/core/Tensor.h>

#include "core/policy/sdk/headwise.h"
#include "core/policy/sdk/observation.h"

namespace kvw::sdk {

/// The scores of one layer ([1, units, slots]) that are not protected when everything seen is still held: tokens
/// sinks ... seen - recent - 1. Reads the values on the host; NaN counts as -infinity. Integers only as std::int64_t.
template <class T>
[[nodiscard]] HeadScores<T> competing_scores(const at::Tensor& scores, const Observation& layer,
                                             const Protection& protection);

}  // namespace kvw::sdk
