// SPDX-License-Identifier: Apache-2.0
/// Lengths and directions of keys. Equal keys get equal numbers, however many others there are: library reductions
/// choose their order of additions by shape, and that would break ties.
#pragma once

#include <ATen/core/Tensor.h>

#include "core/policy/sdk/workers.h"

namespace kvw::sdk {

/// Returns Euclidean norms over the last dimension, with squares added in channel order, in double. vectors [...,
/// tokens, channels] -> [..., tokens] f64. Works in blocks of tokens, so that a long prompt needs no second copy of its
/// keys.
[[nodiscard]] at::Tensor norms_in_order(const at::Tensor& vectors);

/// Returns the cosine between each vector and the mean of the unit vectors of its head, on a grid of 2^-40, so that
/// cosines that differ only by the rounding of double are equal. A vector of length 0 has no direction: it does not
/// count in the mean and its cosine is 0, so free slots that hold 0 do no harm. All cosines are 0 if the mean is 0.
/// vectors [layers, heads, tokens, channels] f32 -> [layers, heads, tokens] f64. lengths [2, layers, heads, tokens]
/// f32, or undefined: each vector's length as a sum of two numbers; in CPU memory it is filled in where the first is 0,
/// so that the next call need not measure again.
///
/// In CPU memory a decode step reads every key it is shown, so memory sets the cost: two passes per head, the second
/// from the processor's cache, no copies, and the heads shared among `workers` (null: one thread). Any number of
/// threads gives the same bits.
[[nodiscard]] at::Tensor cosines_to_mean(const at::Tensor& vectors, const at::Tensor& lengths = {},
                                         Workers* workers = nullptr);
/// Returns the cosines of seen.keys. If the policy keeps two statistics and the keys stay, these hold the lengths.
[[nodiscard]] at::Tensor cosines_to_mean(const Observation& seen);

}  // namespace kvw::sdk
