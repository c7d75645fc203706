// SPDX-License-Identifier: Apache-2.0
/// Where the token that slides out of the recent ones is.
#pragma once

#include <ATen/ATen.h>

#include <cstdint>

#include "core/policy/sdk/select.h"

namespace kvw::sage {

/// Slot of `token`, which every unit must hold: tokens [layers, units, slots] int64 -> [layers, units, 1].
[[nodiscard]] at::Tensor slots_of(const at::Tensor& tokens, std::int64_t token,
                                  sdk::Where where = sdk::Where::Anywhere);

}  // namespace kvw::sage
