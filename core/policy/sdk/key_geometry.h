// SPDX-License-Identifier: Apache-2.0
/// Lengths and directions of keys. Equal keys get equal numbers, however many lie beside them: what a library adds
/// first depends on the shape, and ties would be broken by it.
#pragma once

#include "core/policy/sdk/select.h"
#include "core/policy/sdk/workers.h"

namespace kvw::sdk {

/// Euclidean norms over the last dimension, squares added in channel order, in double. vectors [..., tokens, channels]
/// -> [..., tokens] f64. Works through blocks of tokens, so that a long prompt costs no second copy of its keys.
[[nodiscard]] at::Tensor norms_in_order(const at::Tensor& vectors);

/// Cosine between each vector and the mean of the unit vectors of its head, on a grid of 2^-40: what is equal but for
/// the rounding of double is equal. A vector of length 0 counts as no direction, so free slots that hold 0 do no harm;
/// the cosine is 0 for it, and for all where the mean is 0. vectors [layers, heads, tokens, channels] f32 -> [layers,
/// heads, tokens] f64. lengths [2, layers, heads, tokens] f32, or undefined: a vector's length as a sum of two numbers;
/// filled in where the first is 0, so that the next call need not measure again. In CPU memory two passes per head,
/// the second through the processor's cache, and no copies, as a decode step reads every key that it is shown: what
/// that costs is the memory's, so the heads are shared among `workers` (null: one thread). Any number of them gives the
/// same bits.
[[nodiscard]] at::Tensor cosines_to_mean(const at::Tensor& vectors, const at::Tensor& lengths = {},
                                         Where where = Where::Anywhere, Workers* workers = nullptr);

}  // namespace kvw::sdk
