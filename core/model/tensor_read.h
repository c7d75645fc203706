// SPDX-License-Identifier: Apache-2.0
/// Copies a tensor's rows out of its file into the type and order they are used in.
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/error.h"
#include "core/model/tensor.h"

namespace kvw {

/// Rows [first, first + count) of `view` (elements of a vector) to `target`, in the order of the Hugging Face layout.
/// `view` is usable(); `as` is view.heldAs() or F32. Held blocks of packed integers have the columns in their `order`.
/// `scratch` is reused. Nothing of the file stays in memory. Thread: any, with a scratch of its own. Errors: Io.
[[nodiscard]] Result<void> readRows(const TensorView& view, std::int64_t first, std::int64_t count, TensorType as,
                                    std::byte* target, std::vector<std::byte>& scratch);

/// All elements as f32. Errors: Io.
[[nodiscard]] Result<std::vector<float>> readFloats(const TensorView& view);

}  // namespace kvw
