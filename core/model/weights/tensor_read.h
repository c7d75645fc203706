// SPDX-License-Identifier: Apache-2.0
/// Reads the rows of a tensor from its file and converts them to the type and order of use.
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/error.h"
#include "core/model/weights/tensor.h"

namespace kvw {

/// Writes rows [first, first + count) of `view` (elements of a vector) to `target`, in the order of the Hugging Face
/// layout. `view` must be usable(); `as` is view.heldAs() or F32. Blocks of packed integers have their columns in the
/// order of PackedMatrix::order. `scratch` is working memory. No pages of the file stay in memory. Thread: any, with a
/// scratch of its own. Errors: Io.
[[nodiscard]] Result<void> readRows(const TensorView& view, std::int64_t first, std::int64_t count, TensorType as,
                                    std::byte* target, std::vector<std::byte>& scratch);

/// Returns all elements as f32. Errors: Io.
[[nodiscard]] Result<std::vector<float>> readFloats(const TensorView& view);

}  // namespace kvw
