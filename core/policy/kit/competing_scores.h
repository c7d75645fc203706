// SPDX-License-Identifier: Apache-2.0
/// Scores of the tokens that compete for a layer's budget, on the host.
#pragma once

#include <ATen/core/Tensor.h>

#include "core/policy/kit/headwise.h"
#include "core/policy/sdk/observation.h"

namespace kvw::sdk {

/// Returns, per unit, the scores of one layer ([1, units, slots]) that are not protected when everything seen is still
/// held: those of tokens sinks ... seen - recent - 1. Reads the values on the host; NaN counts as -infinity. Integer
/// scores need T = std::int64_t.
template <class T>
[[nodiscard]] HeadScores<T> competing_scores(const at::Tensor& scores, const Observation& layer,
                                             const Protection& protection);

}  // namespace kvw::sdk
