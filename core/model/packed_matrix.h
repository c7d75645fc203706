// SPDX-License-Identifier: Apache-2.0
/// A matrix that a file does not store as one: its numbers are read out of other tensors.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/model/tensor.h"

namespace kvw {

/// Immutable once a TensorView has it. Thread: any.
class PackedMatrix {
 public:
    virtual ~PackedMatrix() = default;
    /// Rows [first, first + count) as `held` or as F32. Errors: Io.
    [[nodiscard]] virtual Result<void> read(std::int64_t first, std::int64_t count, TensorType as,
                                            std::byte* target) const = 0;
    /// As a user knows it: "INT4".
    [[nodiscard]] virtual std::string typeText() const = 0;

    std::int64_t rows = 0, columns = 0;  ///< of a vector: its elements, 1
    TensorType held = TensorType::F32;   ///< what it is in memory
    /// The columns as blocks of `held` have them; empty: in their order.
    std::vector<std::uint32_t> order{};
};

}  // namespace kvw
